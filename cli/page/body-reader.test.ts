import { expect, it } from 'vitest'
import { linesOf, openBytes } from './body-reader.ts'

const addressOf = (bytes: Uint8Array<ArrayBuffer>) => URL.createObjectURL(new Blob([bytes]))

it('pieces of a file are read in their order, whatever lies between them', async () => {
  const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => at % 251)
  const reader = openBytes(addressOf(bytes))
  for (const [offset, length] of [
    [0, 10],
    [10, 10_000],
    [20_000, 1],
    [20_001, 9_999],
  ] as const)
    expect(await reader.read({ offset, bytes: length })).toEqual(bytes.slice(offset, offset + length))
  await expect(reader.read({ offset: 29_999, bytes: 2 })).rejects.toThrow('ends at 30000 bytes')
  reader.close()
})

it('a file that is not there is said at its first piece', async () => {
  await expect(openBytes('data:nothing').read({ offset: 0, bytes: 1 })).rejects.toThrow()
})

it('lines come whole, however they arrive, and the last one without its end', async () => {
  const bytes = new TextEncoder().encode('{"a":"北京"}\n\nlast')
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const lines: string[] = []
  for await (const line of linesOf(body)) lines.push(line)
  expect(lines).toEqual(['{"a":"北京"}', '', 'last'])
})
