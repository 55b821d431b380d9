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
const TablePage = lazy(() => import("./table.mjs"), "TablePage");

function App() {
  const { table, lesson } = route.value;
  if (lesson) return html`<${LearnPage} key=${lesson} lesson=${lesson} />`;
  return table ? html`<${TablePage} key=${table} table=${table} />` : html`<${FrontPage} />`;
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
