/** Layers of the schema of Protomaps' basemaps that no other common one has. */
const PROTOMAPS_LAYERS = ['earth', 'roads', 'places'];

/** Whether the layers that an archive's metadata name are those that can be drawn. Who names none is believed. */
export function isProtomapsSchema(metadata: unknown): boolean {
  const { vector_layers: layers } = (metadata ?? {}) as { readonly vector_layers?: unknown };
  if (!Array.isArray(layers) || layers.length === 0) return true;
  return layers.some((layer: unknown) =>
    PROTOMAPS_LAYERS.includes(String((layer as { readonly id?: unknown } | null)?.id)),
  );
}
