import type { ApiResult, Api } from '../../api/client.js';

/** Bytes of memory that the gateway has, out of its figures. */
export async function readMemory(api: Pick<Api, 'file'>): Promise<ApiResult<number | undefined>> {
  const result = await api.file('/metrics');
  if (!result.ok) return result;
  const value = /^process_resident_memory_bytes (\S+)/m.exec(await result.value.blob.text())?.[1];
  return { ok: true, value: value === undefined ? undefined : Number(value) };
}
