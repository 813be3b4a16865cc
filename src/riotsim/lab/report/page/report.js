"use strict";
// Plots, sample games and buttons of a report. Whatever it needs is in the page.
(async () => {
  const $ = (id) => document.getElementById(id);

  async function unpacked(id) {
    const bytes = Uint8Array.from(atob($(id).textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).text();
  }

  // Buttons that copy.
  for (const button of document.querySelectorAll(".copy")) {
    button.addEventListener("click", async () => {
      const text = button.parentElement.querySelector("pre").textContent;
      try {
        await navigator.clipboard.writeText(text);
      } catch { // a browser may keep its clipboard from pages on a disk
        const box = document.createElement("textarea");
        box.value = text;
        document.body.append(box);
        box.select();
        document.execCommand("copy");
        box.remove();
      }
      const before = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = before; }, 1500);
    });
  }

  // Sample games: all share what shows them, and each brings its own title and data.
  let shell, address;
  const player = $("player");
  async function watch(button) {
    button.disabled = true;
    shell ??= JSON.parse(await unpacked("replay-shell"));
    const sample = $(button.dataset.sample), [before, between, after] = shell;
    const page = [before, sample.dataset.title, between, sample.textContent.trim(), after].join("");
    if (address) URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([page], { type: "text/html;charset=utf-8" }));
    const frame = document.createElement("iframe");
    frame.srcdoc = page;
    frame.title = sample.dataset.told;
    $("player-title").textContent = sample.dataset.told;
    $("player-tab").href = address;
    $("player-frame").replaceChildren(frame);
    player.showModal();
    button.disabled = false;
  }
  for (const button of document.querySelectorAll(".watch")) button.addEventListener("click", () => watch(button));
  $("player-close").addEventListener("click", () => player.close());
  player.addEventListener("close", () => $("player-frame").replaceChildren());
  player.addEventListener("click", (event) => { if (event.target === player) player.close(); });

  // Plots. Of plotly's buttons those that need nothing but the page.
  const BUTTONS = [["zoom2d", "pan2d", "resetScale2d", "toImage"]];
  const panels = JSON.parse($("panels-data").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)"), narrow = matchMedia("(max-width: 640px)");

  function themed(layout) {
    const style = getComputedStyle(document.documentElement), of = (name) => style.getPropertyValue(name).trim();
    const axis = (given = {}) => ({
      gridcolor: of("--grid"), zerolinecolor: of("--soft"), linecolor: of("--line"), automargin: true, fixedrange: narrow.matches, ...given,
    });
    return {
      height: 360, margin: { l: 50, r: 16, t: 12, b: 44 }, paper_bgcolor: "transparent", plot_bgcolor: "transparent",
      font: { family: style.fontFamily, size: 13, color: of("--ink") }, hovermode: "closest",
      modebar: { bgcolor: "transparent", color: of("--soft"), activecolor: of("--accent") },
      hoverlabel: { bgcolor: of("--raised"), bordercolor: of("--line"), font: { color: of("--ink") }, align: "left" },
      legend: { orientation: "h", yref: "container", y: 1, yanchor: "top", x: 0 },
      showlegend: true, ...layout, xaxis: axis(layout.xaxis), yaxis: axis(layout.yaxis),
    };
  }

  function drawn(box, panel) {
    const { data, layout } = panel.charts[box.dataset.chosen];
    const placed = themed(layout);
    if (data.length < 2 && layout.showlegend === undefined) placed.showlegend = false;
    if (placed.showlegend) placed.margin.t = 46;
    const traces = structuredClone(data);
    for (const trace of traces) if (trace.error_y) trace.error_y.color = placed.font.color;
    const options = { responsive: true, displaylogo: false, displayModeBar: narrow.matches ? false : "hover", modeBarButtons: BUTTONS };
    return Plotly.react(box, traces, placed, options);
  }

  const boxes = panels.map((panel) => {
    const figure = document.createElement("figure"), head = document.createElement("div"), title = document.createElement("h3");
    const note = document.createElement("figcaption"), box = document.createElement("div");
    if (panel.wide) figure.className = "wide";
    head.className = "head";
    title.textContent = panel.title;
    note.textContent = panel.note;
    box.className = "plot";
    box.dataset.chosen = panel.chosen;
    head.append(title);
    const choices = Object.keys(panel.charts);
    if (choices.length > 1) {
      const choice = document.createElement("select");
      choice.setAttribute("aria-label", panel.title);
      choice.append(...choices.map((name) => new Option(name, name, false, name === panel.chosen)));
      choice.addEventListener("change", () => { box.dataset.chosen = choice.value; drawn(box, panel); });
      head.append(choice);
    }
    figure.append(head, note, box);
    $("panels").append(figure);
    return [box, panel];
  });

  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([await unpacked("plotly")], { type: "text/javascript" }));
  await new Promise((done, failed) => { script.onload = done; script.onerror = failed; document.head.append(script); });
  const all = () => Promise.all(boxes.map(([box, panel]) => drawn(box, panel)));
  await all();
  for (const query of [dark, narrow]) query.addEventListener("change", all);
  document.body.dataset.ready = "yes";
})();
