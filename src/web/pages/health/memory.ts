import type { Answer, Api } from '../../api/client.js';

/** Bytes of memory that the gateway has, out of its figures. */
export async function readMemory(api: Pick<Api, 'file'>): Promise<Answer<number | undefined>> {
  const answer = await api.file('/metrics');
  if (!answer.ok) return answer;
  const value = /^process_resident_memory_bytes (\S+)/m.exec(await answer.value.blob.text())?.[1];
  return { ok: true, value: value === undefined ? undefined : Number(value) };
}
