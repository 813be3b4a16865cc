// The log beside the table. It follows the game. A click on a line leads to its moment. Later lines are hidden.

import { clock, last } from "riotsim/data";

export class Log {
  constructor(list, replay, seek) {
    this.list = list;
    this.replay = replay;
    this.rows = [];
    let turn = null;
    for (const line of replay.lines) {
      if (line.turn !== turn) {
        turn = line.turn;
        const mark = replay.marks.filter((one) => one.kind === "turn")[this.turns = (this.turns ?? -1) + 1] ?? { ms: line.ms };
        const said = replay.marks.find((one) => one.kind === "turn" && one.ms <= line.ms && one.text === line.head) ?? mark;
        const head = this.row("turn", said.ms, said.ms, "", seek);
        head.firstChild.append(`${line.head.split(":")[0]} `, this.seat(line.seat));
        const time = document.createElement("time");
        time.textContent = clock(said.ms);
        head.firstChild.append(time);
      }
      this.row(line.text.startsWith(" ") ? "detail" : "deed", line.ms, line.known, line.text, seek, line.names);
    }
    for (const row of this.rows) if (!row.turn) row.box.dataset.line = "";
  }

  row(kind, ms, known, text, seek, names = []) {
    const box = document.createElement("li"), button = document.createElement("button");
    box.className = `${kind} later`;
    button.type = "button";
    button.append(...this.marked(text, names));
    button.onclick = () => seek(ms);
    box.append(button);
    this.list.append(box);
    this.rows.push({ box, ms, known, text, names, turn: kind === "turn" });
    return box;
  }

  // Return a text as nodes. Names of players and pieces, each [begin, end, seat], have their player's colour and symbol.
  marked(text, names) {
    const letters = Array.from(text), nodes = [];
    const cut = (begin, end) => letters.slice(begin, end).join("");
    let done = letters.findIndex((letter) => letter !== " ");
    for (const [begin, end, seat] of names) {
      nodes.push(...this.plain(cut(done, begin)), this.seat(seat, cut(begin, end)));
      done = end;
    }
    return [...nodes, ...this.plain(cut(Math.max(done, 0)))];
  }

  // Return words between names as nodes. Those about a fall are bold.
  plain(text) {
    if (!/comes down|falls over/.test(text)) return text ? [text] : [];
    const b = document.createElement("b");
    b.className = "fall";
    b.textContent = text;
    return [b];
  }

  seat(number, text) {
    const seat = this.replay.seats[number], i = document.createElement("i");
    if (!seat) return text ?? "";
    i.textContent = text ?? seat.name;
    i.style.setProperty("--of", seat.colour);
    i.dataset.symbol = seat.symbol;
    return i;
  }

  // Show the lines of what has happened by a time (ms), and return the last one as nodes.
  at(ms) {
    let here = null;
    for (const row of this.rows) {
      row.box.classList.toggle("later", row.known > ms);
      if (row.known <= ms && (!row.turn || !here || row.ms > here.ms)) here = row;
    }
    if (here !== this.here) {
      this.here?.box.classList.remove("here");
      here?.box.classList.add("here");
      this.here = here;
      if (here) {
        const top = here.box.offsetTop - this.list.clientHeight * 0.72;
        this.list.scrollTop = Math.max(0, top);
      } else this.list.scrollTop = 0;
    }
    return here && !here.turn ? this.marked(here.text, here.names) : [];
  }
}
