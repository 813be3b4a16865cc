// Validates a GLB file, and prints the validator's report as JSON: node validate.js FILE
const { readFileSync } = require("node:fs");
const { validateBytes } = require("gltf-validator");

validateBytes(new Uint8Array(readFileSync(process.argv[2]))).then((report) => console.log(JSON.stringify(report)));
