import { clock, last, unpack } from "riotsim/data";
import { Log } from "riotsim/log";
import { Scrub } from "riotsim/controls";
import { Stage } from "riotsim/stage";

const $ = (id) => document.getElementById(id);
const STEP = 2000; // time by which an arrow key jumps (ms)
const LEAD = 350; // a jump to a throw or collapse leads to this long before it (ms)

const replay = await unpack($("data").textContent);
const SPEEDS = replay.speeds;
const stage = new Stage($("table"), replay);
stage.names = true;
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let now = 0, playing = false, speed = 1, follow = true, stale = true, sight = null, before = 0, slow = 0;

const jumps = (kinds) => replay.marks.filter((mark) => kinds.includes(mark.kind));

function seek(ms, keep = false) {
  if (ms > 0) $("start").hidden = true;
  now = Math.min(Math.max(ms, 0), replay.length);
  stale = true;
  if (!keep) address();
}

function play(on) {
  if (on && now >= replay.length) now = 0;
  playing = on;
  document.body.classList.toggle("playing", on);
  $("play").setAttribute("aria-label", on ? "Pause" : "Play");
  $("start").hidden = true;
  stale = true;
  if (!on) address();
}

function skip(by, kinds) {
  const marks = jumps(kinds).map((mark) => Math.max(0, mark.ms - LEAD));
  const found = by > 0 ? marks.find((ms) => ms > now + 1) : marks.findLast((ms) => ms < now - (playing ? 900 : 1));
  seek(found ?? (by > 0 ? replay.length : 0));
}

function fast(choice) {
  speed = choice;
  for (const button of $("speeds").children) button.setAttribute("aria-pressed", String(Number(button.value) === choice));
}

function following(on) {
  follow = on;
  $("follow").setAttribute("aria-pressed", String(on));
  sight = undefined;
  stale = true;
}

function naming(on) {
  stage.names = on;
  $("names").setAttribute("aria-pressed", String(on));
  stale = true;
}

function overview() {
  following(false);
  stage.overview();
}

// The page's address has the time, so that a link leads to this moment.
const moment = () => `#t=${(now / 1000).toFixed(2)}`;

function address() {
  try { history.replaceState(null, "", moment()); } catch { /* a browser may keep a file's address as it is */ }
}

function addressed() {
  const found = /[#&]t=([\d.]+)/.exec(location.hash);
  if (found) seek(Number(found[1]) * 1000, true);
}

async function copy() {
  const link = location.href.replace(/#.*/, "") + moment(), button = $("link");
  try { await navigator.clipboard.writeText(link); } catch {
    const field = Object.assign(document.createElement("textarea"), { value: link });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  address();
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy link"; }, 1400);
}

$("title").textContent = replay.title;
$("notes").textContent = replay.notes.join(" · ");
for (const seat of replay.seats) {
  const item = document.createElement("li"), name = document.createElement("span"), about = document.createElement("small");
  name.className = "seat";
  name.textContent = seat.name;
  name.dataset.symbol = seat.symbol;
  name.style.setProperty("--of", seat.colour);
  about.textContent = seat.about;
  item.append(name, " ", about);
  $("seats").append(item);
}
for (const one of SPEEDS) {
  const button = Object.assign(document.createElement("button"), { type: "button", value: one, textContent: `×${one}`, onclick: () => fast(one) });
  button.title = `Speed ×${one} (+ and −)`;
  $("speeds").append(button);
}
fast(1);
const log = new Log($("log"), replay, seek);
const scrub = new Scrub($("scrub"), replay, seek);
const BIG = ["throw", "collapse"];
$("play").onclick = () => play(!playing);
$("start").onclick = () => play(true);
$("first").onclick = () => seek(0);
$("back").onclick = () => skip(-1, BIG);
$("next").onclick = () => skip(1, BIG);
$("fall").onclick = () => skip(1, ["collapse"]);
$("follow").onclick = () => following(!follow);
$("names").onclick = () => naming(!stage.names);
$("home").onclick = overview;
$("link").onclick = copy;
$("all").onchange = (event) => $("log").classList.toggle("everything", event.target.checked);
stage.onGrab = () => { if (follow) following(false); };
window.addEventListener("hashchange", addressed);

const KEYS = {
  " ": () => play(!playing), k: () => play(!playing),
  ArrowLeft: (e) => seek(now - STEP * (e.shiftKey ? 5 : 1)), ArrowRight: (e) => seek(now + STEP * (e.shiftKey ? 5 : 1)),
  "[": () => skip(-1, BIG), "]": () => skip(1, BIG), "{": () => skip(-1, ["collapse"]), "}": () => skip(1, ["collapse"]),
  ",": () => skip(-1, ["turn"]), ".": () => skip(1, ["turn"]),
  Home: () => seek(0), End: () => seek(replay.length),
  "+": () => fast(SPEEDS[Math.min(SPEEDS.indexOf(speed) + 1, SPEEDS.length - 1)]), "-": () => fast(SPEEDS[Math.max(SPEEDS.indexOf(speed) - 1, 0)]),
  f: () => following(!follow), n: () => naming(!stage.names), v: overview, c: copy,
};
window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /input|textarea/i.test(event.target.tagName)) return;
  if (event.key === " " && event.target.tagName === "BUTTON" && event.target.id !== "play") event.target.blur();
  const act = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act(event);
});
window.addEventListener("keyup", (event) => { if (event.key === " ") event.preventDefault(); });

let ratio = Math.min(devicePixelRatio, 2);
function fit() {
  const { clientWidth, clientHeight } = $("view");
  stage.resize(Math.max(clientWidth, 1), Math.max(clientHeight, 1), ratio);
  if (!follow || !sight) stage.overview(true);
  stale = true;
}
new ResizeObserver(fit).observe($("view"));

// Turn the camera to the current event, if that is far from where the camera looks.
function watch() {
  const k = last(replay.focus, now, ([ms]) => ms);
  const next = k < 0 || now >= replay.length - replay.camera.ending ? null : replay.focus[k];
  if (!follow || (next === null && sight === null)) return;
  if (next === null) {
    sight = null;
    stage.overview(calm);
    return;
  }
  if (sight && Math.hypot(next[1] - sight[1], next[2] - sight[2]) < replay.camera.elsewhere) return;
  sight = next;
  stage.look(next[1], next[2]);
  if (calm) stage.jump();
}

// Draw fewer pixels if frames take long.
function pace(took) {
  slow = took > 45 ? slow + 1 : Math.max(0, slow - 0.5);
  if (slow > 12 && ratio > 0.75) {
    ratio = Math.max(0.75, ratio * 0.75);
    slow = 0;
    stage.plainer();
    fit();
  }
}

function frame(time) {
  requestAnimationFrame(frame);
  const passed = Math.min(time - before, 100);
  before = time;
  if (playing) {
    now = Math.min(now + passed * speed, replay.length);
    if (now >= replay.length) play(false);
    stale = true;
  }
  const moved = stale;
  if (moved) {
    if (now > 0 || playing) watch();
    scrub.at(now);
    const told = log.at(now);
    $("now").replaceChildren(...(now >= replay.length ? [] : told));
    $("clock").innerHTML = `<b>${clock(now)}</b> / ${clock(replay.length)}`;
  }
  const turning = stage.step(passed / 1000);
  window.riotsim.still = !turning && !playing;
  if (!moved && !turning) return;
  stage.at(now);
  stage.draw();
  stale = false;
  window.riotsim.frames += 1;
  if (playing) pace(passed);
}

// An interface for tests, and for films made of the page.
window.riotsim = {
  replay, stage, seek, play, follow: following, names: naming, overview, frames: 0, still: false,
  get time() { return now; }, get ready() { return this.frames > 0; },
  settle() { stage.jump(); stale = true; },
};

fit();
addressed();
$("busy").hidden = true;
requestAnimationFrame(frame);
