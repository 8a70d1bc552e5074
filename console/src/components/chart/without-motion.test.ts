import { expect, test } from 'vitest'
import { withoutMotion } from './without-motion.ts'

test('nothing of a chart moves by itself, and everything else of it stays', () => {
  const series = [{ type: 'bar', data: [1, 2] }]
  const option = {
    animationDuration: 250,
    series,
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
  }
  expect(withoutMotion(option)).toEqual({
    animation: false,
    animationDuration: 250,
    series,
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow', animation: false } },
  })
  expect(option.tooltip.axisPointer).toEqual({ type: 'shadow' })
})

test('a chart whose tooltip says nothing of its line has one that does not glide', () => {
  expect(withoutMotion({ tooltip: { show: false } })).toEqual({
    animation: false,
    tooltip: { show: false, axisPointer: { animation: false } },
  })
})
