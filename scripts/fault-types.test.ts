import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILE, faultTypes } from './fault-types.ts'

test("the package's types of faults are as the list of faults has it (npm run fault-types)", () => {
  expect(readFileSync(FILE, 'utf8')).toBe(faultTypes())
})
