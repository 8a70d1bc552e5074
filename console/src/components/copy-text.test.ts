import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')
const OWN = 'components/copy-text.ts'
/** Copying without the fallback for pages over plain http; antd's `copyable` adds a button that does so. */
const COPIES = /\bclipboard\b|execCommand|\bcopyable\b/

it('whatever copies does it through copyText, which also works over plain http', () => {
  const copying = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => COPIES.test(readFileSync(join(SOURCE, file), 'utf8')))
  expect(copying).toEqual([OWN])
})
