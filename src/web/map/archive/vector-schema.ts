/** Layers that only the schema of Protomaps' basemaps has. */
const PROTOMAPS_LAYERS = ['earth', 'roads', 'places'];

/** Whether the layers in an archive's metadata can be drawn; true if it names no layers. */
export function isProtomapsSchema(metadata: unknown): boolean {
  const { vector_layers: layers } = (metadata ?? {}) as { readonly vector_layers?: unknown };
  if (!Array.isArray(layers) || layers.length === 0) return true;
  return layers.some((layer: unknown) =>
    PROTOMAPS_LAYERS.includes(String((layer as { readonly id?: unknown } | null)?.id)),
  );
}
