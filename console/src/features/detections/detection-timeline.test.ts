import type { Detection } from '@backlot/contract/ai-view/entities'
import { expect, it } from 'vitest'
import { DetectionTimeline } from './detection-timeline.ts'

const box = (trackId: number, left: number): Detection => ({
  label: 'car',
  trackId,
  left,
  top: 0.5,
  width: 0.1,
  height: 0.1,
  score: 0.9,
})
const look = (timeMs: number, ...detections: Detection[]) => ({ timeMs, detections })

it('puts what moves between two looks on its way', () => {
  const timeline = new DetectionTimeline(200)
  timeline.add([look(1000, box(1, 0.2), box(2, 0.5)), look(1200, box(1, 0.4), box(3, 0.7))])
  const seen = timeline.at(1050)
  expect(seen.map(({ trackId }) => trackId)).toEqual([1, 3])
  expect(seen[0]?.left).toBeCloseTo(0.25, 9)
  expect(timeline.at(1000)[0]?.left).toBeCloseTo(0.2, 9)
})

it('lets things go on as they moved where the answer about a picture is not there yet', () => {
  const timeline = new DetectionTimeline(200)
  timeline.add([look(1000, box(1, 0.2)), look(1200, box(1, 0.3), box(2, 0.5))])
  const seen = timeline.at(1400)
  expect(seen.map(({ trackId }) => trackId)).toEqual([1, 2])
  expect(seen[0]?.left).toBeCloseTo(0.4, 9)
  expect(seen[1]?.left).toBe(0.5)
  expect(timeline.at(2400)).toHaveLength(2)
  expect(timeline.at(2500)).toEqual([])
})

it('says nothing of moments that are far from every look', () => {
  const timeline = new DetectionTimeline(200)
  timeline.add([look(1000, box(1, 0.2))])
  expect(timeline.at(2200)).toHaveLength(1)
  expect(timeline.at(2300)).toEqual([])
  expect(timeline.at(100)).toEqual([])
})

it('takes the same look once, forgets old ones, and begins anew when the clock goes back', () => {
  const timeline = new DetectionTimeline(200)
  timeline.add([look(1000, box(1, 0.2))])
  timeline.add([look(1000, box(1, 0.9)), look(1200, box(1, 0.4))])
  expect(timeline.at(1000)[0]?.left).toBeCloseTo(0.2, 9)
  timeline.add([look(9000, box(2, 0.1))])
  expect(timeline.at(1100)).toEqual([])
  timeline.add([look(500, box(4, 0.3))])
  expect(timeline.newestMs()).toBe(500)
  expect(timeline.at(9000)).toEqual([])
})
