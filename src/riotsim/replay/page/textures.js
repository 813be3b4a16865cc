// Procedural textures: felt, wood, stone, earth, gold. A surface is a function of (u, v) in 0..1 that returns colour, height
// and roughness, and that tiles. Its heights become the normal map.

import { CanvasTexture, NoColorSpace, RepeatWrapping, SRGBColorSpace } from "three";

export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const hash = (x, y, seed) => {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
};

// Value noise of px by py cells that tiles, as a function of (u, v) in 0..1.
function noise(px, py, seed = 0) {
  const values = new Float64Array(px * py);
  for (let y = 0, i = 0; y < py; y++) for (let x = 0; x < px; x++, i++) values[i] = hash(x, y, seed);
  return (u, v) => {
    const x = u * px, y = v * py, x0 = Math.floor(x), y0 = Math.floor(y);
    const fx = x - x0, fy = y - y0, sx = fx * fx * (3 - 2 * fx), sy = fy * fy * (3 - 2 * fy);
    const x1 = x0 + 1 < px ? x0 + 1 : 0, here = y0 * px, next = y0 + 1 < py ? here + px : 0;
    const top = values[here + x0] * (1 - sx) + values[here + x1] * sx;
    const low = values[next + x0] * (1 - sx) + values[next + x1] * sx;
    return top * (1 - sy) + low * sy;
  };
}

function clouds(px, py, octaves, seed = 0) {
  const layers = [];
  for (let k = 0; k < octaves; k++) layers.push(noise(px << k, py << k, seed + k));
  return (u, v) => {
    let sum = 0, share = 0.5, whole = 0;
    for (const layer of layers) {
      sum += share * layer(u, v);
      whole += share;
      share *= 0.5;
    }
    return sum / whole;
  };
}

const mix = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
const times = (c, k) => [c[0] * k, c[1] * k, c[2] * k];
const step = (a, b, x) => { const t = Math.min(1, Math.max(0, (x - a) / (b - a))); return t * t * (3 - 2 * t); };

// Return { map, normalMap, roughnessMap } of a surface; `deep` is the strength of its relief.
export function surface(size, deep, at, height = size) {
  const colour = new Uint8ClampedArray(size * height * 4), rough = new Uint8ClampedArray(size * height * 4);
  const heights = new Float32Array(size * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < size; x++, i++) {
      const [c, h, r] = at((x + 0.5) / size, (y + 0.5) / height);
      colour[4 * i] = c[0];
      colour[4 * i + 1] = c[1];
      colour[4 * i + 2] = c[2];
      rough[4 * i + 1] = r * 255;
      colour[4 * i + 3] = rough[4 * i + 3] = 255;
      heights[i] = h;
    }
  }
  return {
    map: texture(new ImageData(colour, size, height), true),
    normalMap: texture(normals(heights, size, height, deep), false),
    roughnessMap: texture(new ImageData(rough, size, height), false),
  };
}

export function normals(heights, width, height, deep) {
  const out = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, i = 0; y < height; y++) {
    const up = ((y + height - 1) % height) * width, down = ((y + 1) % height) * width;
    for (let x = 0; x < width; x++, i++) {
      const left = (x + width - 1) % width, right = (x + 1) % width;
      const dx = (heights[y * width + left] - heights[y * width + right]) * deep;
      const dy = (heights[down + x] - heights[up + x]) * deep; // canvas rows go down, v goes up
      const half = 127.5 / Math.sqrt(dx * dx + dy * dy + 1); // Math.hypot takes five times as long
      out[4 * i] = 127.5 + half * dx;
      out[4 * i + 1] = 127.5 + half * dy;
      out[4 * i + 2] = 127.5 + half;
      out[4 * i + 3] = 255;
    }
  }
  return new ImageData(out, width, height);
}

export function texture(image, coloured) {
  const made = new CanvasTexture(image);
  made.colorSpace = coloured ? SRGBColorSpace : NoColorSpace;
  made.wrapS = made.wrapT = RepeatWrapping;
  made.anisotropy = 8;
  return made;
}

// Return the same maps with another repeat.
export function repeated(maps, across, along, turned = 0) {
  const out = {};
  for (const [name, one] of Object.entries(maps)) {
    out[name] = one.clone();
    out[name].repeat.set(across, along);
    out[name].rotation = turned;
    out[name].needsUpdate = true;
  }
  return out;
}

export function felt(base) {
  const cloud = clouds(3, 3, 4, 11), nap = noise(256, 256, 5), across = noise(40, 220, 8), along = noise(220, 40, 9);
  return surface(512, 1.1, (u, v) => {
    const fine = nap(u, v), fibre = across(u, v) * 0.5 + along(u, v) * 0.5;
    const tone = 0.86 + 0.16 * cloud(u, v) + 0.13 * (fine - 0.5) + 0.16 * (fibre - 0.5);
    return [times(base, tone), fine * 0.6 + fibre * 0.8, 0.93 + 0.07 * fine];
  });
}

// Grain runs along u. `light` and `dark` are the early and late wood.
export function wood(light, dark, gloss = 0.42, seed = 0) {
  const bend = clouds(2, 4, 3, 21 + seed), pores = noise(14, 300, 31 + seed), streaks = noise(4, 90, 41 + seed);
  return surface(512, 1.6, (u, v) => {
    const ring = 0.5 + 0.5 * Math.sin((v * 7 + bend(u, v) * 2.2) * Math.PI * 2);
    const pore = pores(u, v), streak = streaks(u, v);
    const late = Math.min(1, 0.5 * ring * ring + 0.42 * streak + 0.22 * (pore - 0.5));
    const open = step(0.78, 0.95, pore);
    return [times(mix(light, dark, late), 1 - 0.22 * open), 0.5 * ring + 0.3 * pore - 0.8 * open, gloss + 0.16 * streak + 0.2 * open];
  });
}

// Four courses of bricks, two to a course.
export function bricks() {
  const ragged = clouds(20, 20, 3, 61), grains = clouds(24, 24, 4, 71);
  return surface(512, 5, (u, v) => {
    const row = Math.floor(v * 4), shift = row % 2 ? 0.5 : 0.13, x = u * 2 + shift + row * 0.07, col = Math.floor(x);
    const cut = 0.5 + 0.16 * (hash(col & 1, row, 3) - 0.5);
    const fx = x - col, fy = v * 4 - row;
    const edge = Math.min(Math.min(fx, 1 - fx) * 2, Math.min(fy, 1 - fy)) + 0.03 * (ragged(u, v) - 0.5);
    const body = step(0.05, 0.13, edge);
    const grain = grains(u, v), tint = hash((col & 1) + 2 * row, row, 7);
    const stone = times(mix([128, 122, 112], [170, 160, 142], tint), (0.72 + 0.42 * grain) * (0.94 + 0.1 * cut));
    return [mix(times([96, 90, 80], 0.8 + 0.3 * grain), stone, body), body * 0.75 + grain * 0.42, 0.86 + 0.12 * grain];
  });
}

export function rock() {
  const grains = clouds(6, 6, 6, 81), specks = noise(120, 120, 82);
  return surface(512, 4, (u, v) => {
    const grain = grains(u, v), fine = specks(u, v);
    return [times(mix([112, 106, 98], [168, 160, 146], grain), 0.9 + 0.16 * fine), grain + 0.12 * fine, 0.9];
  });
}

export function turf() {
  const patches = clouds(4, 4, 4, 91), blades = noise(170, 170, 92), tufts = clouds(40, 40, 2, 93);
  return surface(512, 3, (u, v) => {
    const patch = patches(u, v), blade = blades(u, v), tuft = tufts(u, v);
    const green = mix([84, 98, 46], [128, 134, 66], 0.6 * patch + 0.4 * blade);
    return [times(mix(green, [120, 100, 66], step(0.6, 0.78, patch) * 0.7), 0.72 + 0.4 * tuft), tuft + 0.5 * blade, 0.97];
  });
}

// Six boards along u, with gaps and nails.
export function boards(count = 6) {
  const streaks = Array.from({ length: count }, (_, board) => noise(5, 110, 101 + board));
  const pores = noise(16, 256, 111), bend = clouds(2, 6, 2, 121);
  return surface(512, 4, (u, v) => {
    const board = Math.floor(v * count), f = v * count - board, own = hash(board, 5, 17), x = (u + own) % 1;
    const streak = streaks[board](x, v), pore = pores(x, v), ring = 0.5 + 0.5 * Math.sin((f * 1.6 + own * 5 + bend(x, v)) * 9);
    const gap = step(0, 0.06, Math.min(f, 1 - f));
    const joint = step(0, 0.006, Math.abs(((x + 0.5) % 1) - 0.5));
    const body = gap * joint;
    const tone = mix([182, 138, 90], [120, 80, 46], 0.55 * streak + 0.3 * ring * ring + 0.25 * own);
    return [times(tone, (0.3 + 0.7 * body) * (0.9 + 0.16 * pore)), body + 0.14 * streak + 0.1 * pore, 0.6 + 0.2 * streak];
  });
}

// The normal map and colours of a coin's face: a rim of beads and a crown.
export function coin() {
  const size = 256, canvas = document.createElement("canvas"), c = canvas.getContext("2d");
  canvas.width = canvas.height = size;
  c.fillStyle = "#000";
  c.fillRect(0, 0, size, size);
  c.filter = "blur(1.4px)";
  c.translate(size / 2, size / 2);
  c.strokeStyle = c.fillStyle = "#fff";
  c.lineWidth = 9;
  c.beginPath(); c.arc(0, 0, 119, 0, 7); c.stroke();
  for (let k = 0; k < 44; k++) {
    const a = (k / 44) * Math.PI * 2;
    c.beginPath(); c.arc(104 * Math.cos(a), 104 * Math.sin(a), 4, 0, 7); c.fill();
  }
  c.lineWidth = 4;
  c.beginPath(); c.arc(0, 0, 92, 0, 7); c.stroke();
  c.beginPath();
  [[-52, 34], [-60, -26], [-28, 2], [0, -44], [28, 2], [60, -26], [52, 34]].forEach(([x, y], k) => (k ? c.lineTo(x, y) : c.moveTo(x, y)));
  c.closePath(); c.fill();
  c.fillRect(-52, 42, 104, 13);
  for (const [x, y] of [[-60, -36], [0, -56], [60, -36]]) { c.beginPath(); c.arc(x, y, 9, 0, 7); c.fill(); }
  const pixels = c.getImageData(0, 0, size, size).data, heights = new Float32Array(size * size);
  const colour = new Uint8ClampedArray(size * size * 4);
  for (let i = 0; i < heights.length; i++) {
    heights[i] = pixels[i * 4] / 255;
    colour.set([...mix([216, 162, 64], [250, 204, 100], heights[i]), 255], i * 4); // the hollows are tarnished
  }
  return { normalMap: texture(normals(heights, size, size, 2.6), false), map: texture(new ImageData(colour, size, size), true) };
}

// A soft round shadow under a piece.
export function smudge() {
  const canvas = document.createElement("canvas"), c = canvas.getContext("2d");
  canvas.width = canvas.height = 128;
  const round = c.createRadialGradient(64, 64, 12, 64, 64, 64);
  round.addColorStop(0, "rgba(0,0,0,.85)");
  round.addColorStop(0.55, "rgba(0,0,0,.5)");
  round.addColorStop(0.8, "rgba(0,0,0,.14)");
  round.addColorStop(1, "rgba(0,0,0,0)");
  c.fillStyle = round;
  c.fillRect(0, 0, 128, 128);
  return texture(canvas, true);
}
