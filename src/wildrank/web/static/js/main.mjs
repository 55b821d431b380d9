/**
 * Where the page begins: the front page, or the table in the address.
 * @module
 */
import { html, render } from "./base/lib.mjs";
import { FrontPage } from "./front.mjs";
import { speak } from "./base/lang.mjs";
import { lazy } from "./base/lazy.mjs";
import { wearSettings } from "./settings/settings.mjs";
import { speakFrom } from "./base/speech.mjs";
import { forget, loadGames, readRoute, route } from "./base/store.mjs";

const LearnPage = lazy(() => import("./learn.mjs"), "LearnPage");
const ResultsPage = lazy(() => import("./past/results.mjs"), "ResultsPage");
const TablePage = lazy(() => import("./table/table.mjs"), "TablePage");

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
