import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS, readSettings, writeSetting } from './settings-store.ts'

function storage(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

it('starts with the stated defaults', () => {
  expect(readSettings(storage())).toEqual(DEFAULT_SETTINGS)
  expect(DEFAULT_SETTINGS).toMatchObject({
    ptAutoCloseValue: 60,
    speakerVolume: 100,
    alarmPopupWindow: false,
    alarmPromptTone: true,
    sosVideoPopup: true,
    alarmTipsTime: 4,
    ptzSpeed: 30,
  })
})

it('reads what it wrote', () => {
  const kept = storage()
  writeSetting(kept, 'alarmPromptTone', false)
  writeSetting(kept, 'ptAutoCloseValue', 0)
  writeSetting(kept, 'lang', 'en')
  expect(readSettings(kept)).toMatchObject({ alarmPromptTone: false, ptAutoCloseValue: 0, lang: 'en' })
  writeSetting(kept, 'lang', undefined)
  expect(kept.map.has('lang')).toBe(false)
})

it('falls back to the default where a stored value is out of range', () => {
  expect(readSettings(storage({ ptAutoCloseValue: '2001', speakerVolume: 'loud', lang: 'de' }))).toEqual(
    DEFAULT_SETTINGS,
  )
})

it('refreshes readings only as often as the choices say', () => {
  expect(readSettings(storage({ sensorRefreshSeconds: '45' })).sensorRefreshSeconds).toBe(45)
  expect(readSettings(storage({ sensorRefreshSeconds: '1' })).sensorRefreshSeconds).toBe(30)
})
