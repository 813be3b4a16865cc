// Unpacking of the data that src/riotsim/replay/page/payload.py writes.

export async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(stream).arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const replay = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  for (const mesh of [...replay.figures.flat(), ...replay.terrain.filter((piece) => piece.corners)]) {
    mesh.corners = mesh.corners.map((value) => value / replay.steps.position);
  }
  const keys = replay.pieces.reduce((sum, piece) => sum + piece.keys, 0);
  let at = 4 + length;
  const column = (Kind) => {
    const found = new Kind(buffer, at, keys);
    at += keys * Kind.BYTES_PER_ELEMENT;
    return found;
  };
  const times = column(Uint32Array);
  const places = [column(Int32Array), column(Int32Array), column(Int32Array)];
  const turns = [column(Int16Array), column(Int16Array), column(Int16Array), column(Int16Array)];
  let from = 0;
  replay.tracks = replay.pieces.map((piece) => {
    const to = from + piece.keys;
    const track = {
      piece,
      times: summed(times.subarray(from, to)),
      places: places.map((one) => scaled(summed(one.subarray(from, to)), replay.steps.position)),
      turns: turns.map((one) => scaled(summed(one.subarray(from, to)), replay.steps.rotation)),
    };
    from = to;
    return track;
  });
  return replay;
}

// Turn differences into values in place. Sums of 16 bits overflow in the same way as the differences did.
function summed(column) {
  for (let i = 1; i < column.length; i++) column[i] += column[i - 1];
  return column;
}

function scaled(column, share) {
  return Float32Array.from(column, (value) => value / share);
}

// Return the index of the last time that is not after ms; -1 if all are after it.
export function last(times, ms, key = (value) => value) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(times[middle]) <= ms) low = middle + 1; else high = middle;
  }
  return low - 1;
}

export function clock(ms) {
  const seconds = Math.floor(ms / 1000 + 1e-6);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
