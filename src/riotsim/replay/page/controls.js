// The scrub bar with its marks.

import { clock } from "riotsim/data";

const NEAR = 7; // pixels from a mark that count as on it

export class Scrub {
  constructor(box, replay, seek) {
    this.box = box;
    this.replay = replay;
    this.knob = box.querySelector("#knob");
    this.past = box.querySelector("#past");
    this.tip = box.querySelector("#tip");
    box.setAttribute("aria-valuemax", (replay.length / 1000).toFixed(1));
    const lanes = box.querySelector("#lanes"), marks = box.querySelector("#marks");
    const turns = replay.marks.filter((mark) => mark.kind === "turn");
    turns.forEach((mark, k) => {
      const lane = document.createElement("span"), until = turns[k + 1]?.ms ?? replay.length;
      lane.style.cssText = `left:${this.share(mark.ms)};width:${this.share(until - mark.ms)};background:${this.colour(mark)}`;
      lanes.append(lane);
    });
    for (const mark of replay.marks) {
      if (mark.kind === "end") continue;
      const one = document.createElement("span");
      one.className = mark.kind;
      one.textContent = mark.kind === "collapse" ? "▼" : "";
      one.style.left = this.share(mark.ms);
      one.style.setProperty("--of", this.colour(mark));
      marks.append(one);
    }
    let held = false, from = 0;
    const at = (event) => {
      const { left, width } = box.getBoundingClientRect(), x = Math.min(Math.max(event.clientX - left, 0), width);
      const near = replay.marks.map((mark) => [mark, Math.abs((mark.ms / replay.length) * width - x)]).filter(([mark, far]) => far < NEAR && mark.kind !== "end");
      const weight = { collapse: 0, throw: 3, turn: 4 };
      near.sort((a, b) => a[1] + weight[a[0].kind] - b[1] - weight[b[0].kind]);
      return { x, ms: (x / width) * replay.length, mark: near[0]?.[0] };
    };
    box.addEventListener("pointerdown", (event) => {
      held = true;
      box.setPointerCapture(event.pointerId);
      const { x, ms, mark } = at(event);
      from = x;
      seek(mark ? mark.ms : ms);
    });
    box.addEventListener("pointermove", (event) => {
      const { x, ms, mark } = at(event);
      this.tell(mark ? (mark.ms / replay.length) * box.clientWidth : x, mark ? mark.ms : ms, mark ? mark.text : this.turn(ms));
      if (held && !(Math.abs(x - from) <= 2)) {
        from = NaN; // once dragged, the knob goes wherever the pointer is
        seek(ms);
      }
    });
    const off = () => { held = false; };
    box.addEventListener("pointerup", off);
    box.addEventListener("pointercancel", off);
    const quiet = () => this.tip.classList.remove("shown");
    box.addEventListener("pointerleave", quiet);
    addEventListener("resize", quiet);
  }

  share(ms) { return `${(100 * ms) / this.replay.length}%`; }
  colour(mark) { return this.replay.seats[mark.seat]?.colour ?? "#8b8d92"; }

  turn(ms) {
    return this.replay.marks.filter((mark) => mark.kind === "turn" && mark.ms <= ms).at(-1)?.text ?? "";
  }

  tell(x, ms, text) {
    const time = document.createElement("time");
    time.textContent = clock(ms);
    this.tip.replaceChildren(time, text);
    this.tip.classList.add("shown"); // a hidden element has no width
    const half = this.tip.offsetWidth / 2;
    this.tip.style.left = `${Math.min(Math.max(x, half), this.box.clientWidth - half)}px`;
  }

  at(ms) {
    this.knob.style.left = this.past.style.width = this.share(ms);
    this.box.setAttribute("aria-valuenow", (ms / 1000).toFixed(1));
    this.box.setAttribute("aria-valuetext", `${clock(ms)}, ${this.turn(ms)}`);
  }
}
