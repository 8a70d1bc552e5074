import { expect, it } from 'vitest'
import { fitsAiFilter, isAiAlarm, NO_FILTER, withResources } from './ai-alarms.ts'

const intruder = { type: 'AiAlarm', subType: 'Intruder', sn: 'CAM-7', devName: '北门' }

it('takes AI and face alarms and no others', () => {
  expect(['AiAlarm', 'FaceAlarm', 'IoAlarm', 'Snapshot'].filter((type) => isAiAlarm({ type }))).toEqual([
    'AiAlarm',
    'FaceAlarm',
  ])
})

it('filters by type, with or without sub-type', () => {
  const fits = (type: string) => fitsAiFilter(intruder, 'North gate', { ...NO_FILTER, type })
  expect(['', 'AiAlarm', 'AiAlarm-Intruder'].every(fits)).toBe(true)
  expect(['FaceAlarm', 'AiAlarm-Fire'].some(fits)).toBe(false)
})

it('finds devices by either name and by serial number', () => {
  const fits = (device: string) => fitsAiFilter(intruder, 'North gate', { ...NO_FILTER, device })
  expect(['north', '北', 'cam-7', ' gate '].every(fits)).toBe(true)
  expect(fits('south')).toBe(false)
})

it('finds persons by name, list or identity card, and leaves alarms of nobody out', () => {
  const face = {
    ...intruder,
    detail: { name: '王芳', label: 'Wanted', identityCard: '11010119900101100X' },
  }
  const fits = (person: string) => fitsAiFilter(face, 'North gate', { ...NO_FILTER, person })
  expect(['王', 'wanted', '100x', ''].every(fits)).toBe(true)
  expect(fits('李')).toBe(false)
  expect(fitsAiFilter(intruder, 'North gate', { ...NO_FILTER, person: '王' })).toBe(false)
})

it('adds later pictures once', () => {
  const first = { type: 1 as const, url: '/a' }
  const second = { type: 1 as const, url: '/b' }
  expect(withResources({ resource: [first] }, [first, second]).resource).toEqual([first, second])
})
