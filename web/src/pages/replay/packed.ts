/** A record packed into an address, and read from one again. */

async function piped(data: BodyInit, through: TransformStream): Promise<ArrayBuffer> {
  const stream = new Response(data).body?.pipeThrough(through);
  return new Response(stream ?? null).arrayBuffer();
}

export async function packedText(text: string): Promise<string> {
  const data = new Uint8Array(await piped(text, new CompressionStream("deflate-raw")));
  return btoa(String.fromCharCode(...data))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export async function unpacked(packed: string): Promise<string> {
  const data = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
    c.charCodeAt(0),
  );
  return new TextDecoder().decode(await piped(data, new DecompressionStream("deflate-raw")));
}
