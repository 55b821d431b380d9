/**
 * Where the other players sit, clockwise from the viewer's left, for every number of them.
 * On a wide screen a place is a point of the felt in per cent; on a phone a cell of a grid of
 * twelve columns whose two rows are walked clockwise too.
 * @module
 */

/** Points (x, y) of the felt. @type {[number, number][][]} */
const FELT = [
  [],
  [[50, 12]],
  [
    [20, 24],
    [80, 24],
  ],
  [
    [10, 46],
    [50, 12],
    [90, 46],
  ],
  [
    [9, 58],
    [31, 13],
    [69, 13],
    [91, 58],
  ],
  [
    [9, 66],
    [20, 19],
    [50, 12],
    [80, 19],
    [91, 66],
  ],
  [
    [9, 74],
    [11, 30],
    [37, 12],
    [63, 12],
    [89, 30],
    [91, 74],
  ],
  [
    [9, 78],
    [9, 36],
    [27, 12],
    [50, 12],
    [73, 12],
    [91, 36],
    [91, 78],
  ],
  [
    [9, 78],
    [9, 38],
    [22.5, 12],
    [40.8, 12],
    [59.2, 12],
    [77.5, 12],
    [91, 38],
    [91, 78],
  ],
  [
    [31, 91],
    [9, 72],
    [9, 34],
    [27, 12],
    [50, 12],
    [73, 12],
    [91, 34],
    [91, 72],
    [69, 91],
  ],
];

/**
 * Cells (first column of 12, row, columns wide) of the phone's grid.
 * @type {[number, number, number][][]}
 */
const PHONE = [
  [],
  [[5, 1, 4]],
  [
    [2, 1, 4],
    [8, 1, 4],
  ],
  [
    [1, 1, 4],
    [5, 1, 4],
    [9, 1, 4],
  ],
  [
    [1, 1, 3],
    [4, 1, 3],
    [7, 1, 3],
    [10, 1, 3],
  ],
  [
    [1, 2, 4],
    [1, 1, 4],
    [5, 1, 4],
    [9, 1, 4],
    [9, 2, 4],
  ],
  [
    [1, 2, 3],
    [1, 1, 3],
    [4, 1, 3],
    [7, 1, 3],
    [10, 1, 3],
    [10, 2, 3],
  ],
  [
    [3, 2, 3],
    [1, 1, 3],
    [4, 1, 3],
    [7, 1, 3],
    [10, 1, 3],
    [8, 2, 3],
    [5, 2, 4],
  ],
  [
    [4, 2, 3],
    [1, 2, 3],
    [1, 1, 3],
    [4, 1, 3],
    [7, 1, 3],
    [10, 1, 3],
    [10, 2, 3],
    [7, 2, 3],
  ],
  [
    [4, 2, 3],
    [1, 2, 3],
    [1, 1, 3],
    [4, 1, 3],
    [7, 1, 3],
    [10, 1, 3],
    [10, 2, 3],
    [7, 2, 3],
    [5, 3, 4],
  ],
];

/**
 * Return the position of a player as custom properties.
 * @param {number} at 0 for the viewer's left neighbour
 * @param {number} others how many other players there are
 * @returns {Record<string, string>}
 */
export function placeOf(at, others) {
  const [x, y] = FELT[others]?.[at] ?? [50, 12];
  const [column, row, span] = PHONE[others]?.[at] ?? [1, 1, 3];
  return {
    "--x": `${x}%`,
    "--y": `${y}%`,
    "--bet-x": `${(50 - x) * 0.29}`,
    "--top": y < 25 ? "1" : "",
    "--column": String(column),
    "--row": String(row),
    "--span": String(span),
  };
}

/**
 * Return the chairs of the others, clockwise from the viewer's left.
 * @template {{ chair: number }} T
 * @param {T[]} chairs occupied chairs
 * @param {number | null} mine
 * @returns {T[]}
 */
export function clockwise(chairs, mine) {
  const sorted = [...chairs].sort((a, b) => a.chair - b.chair);
  if (mine === null) return sorted;
  return [
    ...sorted.filter((one) => one.chair > mine),
    ...sorted.filter((one) => one.chair < mine),
  ];
}
