import { expect, it, vi } from 'vitest'

const saved: string[] = []
const given: unknown[][] = []
vi.mock('../player/snapshot.ts', () => ({ saveFile: (_blob: Blob, name: string) => saved.push(name) }))
vi.mock('./xlsx-file.ts', () => ({
  openXlsx: () => {
    const rows: unknown[] = []
    given.push(rows)
    return { add: (more: unknown[]) => rows.push(...more), finish: async () => new Blob(), close: () => {} }
  },
}))
const { exportRows, ROWS_A_FILE } = await import('./export-rows.ts')

const columns = [{ key: 'n', title: 'N', render: (n: number) => n }]
const job = (total: number, pageSize: number, marks: boolean) => ({
  title: 'Rows',
  fileName: 'rows',
  columns,
  async fetchPage(page: number, next: string | undefined) {
    const from = marks ? Number(next ?? 0) : (page - 1) * pageSize
    const list = Array.from({ length: Math.min(pageSize, total - from) }, (_, i) => from + i)
    const end = from + list.length
    return { list, total, next: marks && end < total ? String(end) : undefined }
  },
})
const run = (total: number, pageSize: number, marks: boolean, signal = new AbortController().signal) => {
  saved.length = 0
  given.length = 0
  return exportRows(job(total, pageSize, marks), signal, () => {})
}

it('asks for every page, by number or by mark, and saves each row once', async () => {
  for (const marks of [true, false]) {
    expect(await run(1234, 100, marks)).toBe(1234)
    expect(given).toEqual([Array.from({ length: 1234 }, (_, n) => [n])])
    expect(saved).toEqual(['rows.xlsx'])
  }
})

it('begins a further file when one is full, and an empty list is a file with its head', async () => {
  expect(await run(ROWS_A_FILE + 1, 50_000, true)).toBe(ROWS_A_FILE + 1)
  expect(given.map(({ length }) => length)).toEqual([ROWS_A_FILE, 1])
  expect(saved).toEqual(['rows_1.xlsx', 'rows_2.xlsx'])
  expect(await run(0, 100, false)).toBe(0)
  expect(saved).toEqual(['rows.xlsx'])
})

it('saves nothing once it is cancelled', async () => {
  const cancel = new AbortController()
  cancel.abort()
  await expect(run(10, 5, true, cancel.signal)).rejects.toBe(cancel.signal.reason)
  expect(saved).toEqual([])
})
