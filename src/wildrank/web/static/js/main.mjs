/**
 * Where the page begins: the front page, or the table in the address.
 * @module
 */
import { html, render } from "./lib.mjs";
import { FrontPage } from "./front.mjs";
import { speak } from "./lang.mjs";
import { lazy } from "./lazy.mjs";
import { wearSettings } from "./settings.mjs";
import { speakFrom } from "./speech.mjs";
import { forget, loadGames, readRoute, route } from "./store.mjs";

const LearnPage = lazy(() => import("./learn.mjs"), "LearnPage");
const ResultsPage = lazy(() => import("./results.mjs"), "ResultsPage");
const TablePage = lazy(() => import("./table.mjs"), "TablePage");

function App() {
  const { table, lesson, results } = route.value;
  if (lesson) return html`<${LearnPage} key=${lesson} lesson=${lesson} />`;
  if (table) return html`<${TablePage} key=${table} table=${table} />`;
  return results ? html`<${ResultsPage} />` : html`<${FrontPage} />`;
}

addEventListener("popstate", () => {
  forget();
  route.value = readRoute();
});
wearSettings();
loadGames();
await speak();
speakFrom(document.body);
const root = document.getElementById("app");
if (root) render(html`<${App} />`, root);
