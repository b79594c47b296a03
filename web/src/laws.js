// The laws in a thread of the page: Trull's own Python, run by Pyodide, settles the score pad without a server.
// Its file alone is served with 'wasm-unsafe-eval' (table/net/guard.py).
const { loadPyodide } = await import("/assets/__PYODIDE__/pyodide.mjs");

const lock = { info: __INFO__, packages: {} };
const python = await loadPyodide({ lockFileContents: lock, jsglobals: {} });
const archive = await fetch("/assets/__LAWS__.zip");
if (!archive.ok) throw new Error(`laws: ${archive.status}`);
python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: "/laws" });
python.runPython('import sys; sys.path.insert(0, "/laws")');
const laws = python.pyimport("browser");

self.onmessage = ({ data: { id, pad } }) => {
  let answer = '{"error": "internal"}';
  try {
    answer = laws.settled(pad);
  } catch (error) {
    console.warn("the laws:", String(error.message).trim().split("\n").at(-1));
  }
  self.postMessage({ id, answer });
};
self.postMessage({ known: JSON.parse(laws.known()) });
