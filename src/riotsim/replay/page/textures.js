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

// Value noise that repeats after px by py cells.
export function noise(u, v, px, py, seed = 0) {
  const x = u * px, y = v * py, x0 = Math.floor(x), y0 = Math.floor(y);
  const fx = x - x0, fy = y - y0, sx = fx * fx * (3 - 2 * fx), sy = fy * fy * (3 - 2 * fy);
  const wrap = (a, n) => ((a % n) + n) % n;
  const xa = wrap(x0, px), xb = wrap(x0 + 1, px), ya = wrap(y0, py), yb = wrap(y0 + 1, py);
  const top = hash(xa, ya, seed) * (1 - sx) + hash(xb, ya, seed) * sx;
  const low = hash(xa, yb, seed) * (1 - sx) + hash(xb, yb, seed) * sx;
  return top * (1 - sy) + low * sy;
}

export function clouds(u, v, px, py, octaves, seed = 0) {
  let sum = 0, share = 0.5, whole = 0;
  for (let k = 0; k < octaves; k++) {
    sum += share * noise(u, v, px << k, py << k, seed + k);
    whole += share;
    share *= 0.5;
  }
  return sum / whole;
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
      colour.set([c[0], c[1], c[2], 255], i * 4);
      rough.set([0, r * 255, 0, 255], i * 4);
      heights[i] = h;
    }
  }
  return {
    map: texture(drawn(colour, size, height), true),
    normalMap: texture(normals(heights, size, height, deep), false),
    roughnessMap: texture(drawn(rough, size, height), false),
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
      const length = Math.hypot(dx, dy, 1);
      out.set([127.5 + (127.5 * dx) / length, 127.5 + (127.5 * dy) / length, 127.5 + 127.5 / length, 255], i * 4);
    }
  }
  return drawn(out, width, height);
}

function drawn(pixels, width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}

export function texture(canvas, coloured) {
  const made = new CanvasTexture(canvas);
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

export const felt = (base) => surface(512, 1.1, (u, v) => {
  const cloud = clouds(u, v, 3, 3, 4, 11), nap = noise(u, v, 256, 256, 5), fibre = noise(u, v, 40, 220, 8) * 0.5 + noise(u, v, 220, 40, 9) * 0.5;
  const tone = 0.86 + 0.16 * cloud + 0.13 * (nap - 0.5) + 0.16 * (fibre - 0.5);
  return [times(base, tone), nap * 0.6 + fibre * 0.8, 0.93 + 0.07 * nap];
});

// Grain runs along u. `light` and `dark` are the early and late wood.
export const wood = (light, dark, gloss = 0.42, seed = 0) => surface(512, 1.6, (u, v) => {
  const bend = clouds(u, v, 2, 4, 3, 21 + seed) * 2.2;
  const ring = 0.5 + 0.5 * Math.sin((v * 7 + bend) * Math.PI * 2);
  const pore = noise(u, v, 14, 300, 31 + seed), streak = noise(u, v, 4, 90, 41 + seed);
  const late = Math.min(1, 0.5 * ring * ring + 0.42 * streak + 0.22 * (pore - 0.5));
  const open = step(0.78, 0.95, pore);
  return [times(mix(light, dark, late), 1 - 0.22 * open), 0.5 * ring + 0.3 * pore - 0.8 * open, gloss + 0.16 * streak + 0.2 * open];
});

// Four courses of bricks, two to a course.
export const bricks = () => surface(512, 5, (u, v) => {
  const row = Math.floor(v * 4), shift = row % 2 ? 0.5 : 0.13, x = u * 2 + shift + row * 0.07, col = Math.floor(x);
  const cut = 0.5 + 0.16 * (hash(col & 1, row, 3) - 0.5);
  const fx = x - col, fy = v * 4 - row;
  const ragged = 0.03 * (clouds(u, v, 20, 20, 3, 61) - 0.5);
  const edge = Math.min(Math.min(fx, 1 - fx) * 2, Math.min(fy, 1 - fy)) + ragged;
  const body = step(0.05, 0.13, edge);
  const grain = clouds(u, v, 24, 24, 4, 71), tint = hash((col & 1) + 2 * row, row, 7);
  const stone = times(mix([128, 122, 112], [170, 160, 142], tint), (0.72 + 0.42 * grain) * (0.94 + 0.1 * cut));
  return [mix(times([96, 90, 80], 0.8 + 0.3 * grain), stone, body), body * 0.75 + grain * 0.42, 0.86 + 0.12 * grain];
});

export const rock = () => surface(512, 4, (u, v) => {
  const grain = clouds(u, v, 6, 6, 6, 81), fine = noise(u, v, 120, 120, 82);
  return [times(mix([112, 106, 98], [168, 160, 146], grain), 0.9 + 0.16 * fine), grain + 0.12 * fine, 0.9];
});

export const turf = () => surface(512, 3, (u, v) => {
  const patch = clouds(u, v, 4, 4, 4, 91), blade = noise(u, v, 170, 170, 92), tuft = clouds(u, v, 40, 40, 2, 93);
  const green = mix([84, 98, 46], [128, 134, 66], 0.6 * patch + 0.4 * blade);
  return [times(mix(green, [120, 100, 66], step(0.6, 0.78, patch) * 0.7), 0.72 + 0.4 * tuft), tuft + 0.5 * blade, 0.97];
});

// Six boards along u, with gaps and nails.
export const boards = (count = 6) => surface(512, 4, (u, v) => {
  const board = Math.floor(v * count), f = v * count - board, own = hash(board, 5, 17), x = (u + own) % 1;
  const streak = noise(x, v, 5, 110, 101 + board), pore = noise(x, v, 16, 256, 111), ring = 0.5 + 0.5 * Math.sin((f * 1.6 + own * 5 + clouds(x, v, 2, 6, 2, 121)) * 9);
  const gap = step(0, 0.06, Math.min(f, 1 - f));
  const joint = step(0, 0.006, Math.abs(((x + 0.5) % 1) - 0.5));
  const body = gap * joint;
  const tone = mix([182, 138, 90], [120, 80, 46], 0.55 * streak + 0.3 * ring * ring + 0.25 * own);
  return [times(tone, (0.3 + 0.7 * body) * (0.9 + 0.16 * pore)), body + 0.14 * streak + 0.1 * pore, 0.6 + 0.2 * streak];
});

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
  return { normalMap: texture(normals(heights, size, size, 2.6), false), map: texture(drawn(colour, size, size), true) };
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
