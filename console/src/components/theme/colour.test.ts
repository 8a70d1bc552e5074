import { expect, it } from 'vitest'
import { contrast, mix, palette, readableOn } from './colour.ts'

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#409eff', '#ffffff')).toBeCloseTo(2.8, 1)
})

it('moves a colour until it can be read', () => {
  for (const ground of ['#ffffff', '#121922']) {
    expect(contrast(readableOn('#409EFF', ground), ground)).toBeGreaterThanOrEqual(4.5)
  }
  expect(readableOn('#409EFF', '#121922')).toBe('#409eff')
})

it('makes ten tints and a shade that is ten percent darker', () => {
  const { tints, shade } = palette('#409EFF')
  expect(tints).toHaveLength(10)
  expect(tints[0]).toBe('#409eff')
  expect(shade).toBe(mix('#409eff', '#000000', 0.1))
})
