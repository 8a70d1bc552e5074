import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCEPTIONS, isFine, LICENCES_FILE, licencesText, productionPackages } from './licences.mjs'

test('the list of licences is what package-lock.json says (npm run licences)', () => {
  expect(readFileSync(LICENCES_FILE, 'utf8')).toBe(licencesText())
})

test('no licence of a package that we are installed with reaches over to us', () => {
  const others = productionPackages().filter(({ licence }) => !isFine(licence))
  expect(others.map(({ name }) => name)).toEqual(Object.keys(EXCEPTIONS))
  // Packages under the GPL must be optional.
  for (const { name, optional } of others) expect(optional, name).toBe(true)
})

test('licences are read with their choices', () => {
  expect(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', '(BSD-2-Clause OR WTFPL)'].every(isFine)).toBe(true)
  for (const licence of [
    'GPL-3.0-or-later',
    'AGPL-3.0-only',
    'MIT AND GPL-2.0-only',
    'unknown',
    'UNLICENSED',
  ])
    expect(isFine(licence), licence).toBe(false)
})
