import { expect, it } from 'vitest'
import { isClickForRow, moveOf } from './row-keys.ts'

const pressed = (key: string, more: Partial<Parameters<typeof moveOf>[0]> = {}) =>
  moveOf({ key, repeat: false, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more })

it('Enter and Space open a row, arrows go to the next and the previous one', () => {
  expect(['Enter', ' ', 'ArrowDown', 'ArrowUp'].map((key) => pressed(key))).toEqual([
    'open',
    'open',
    'next',
    'previous',
  ])
})

it('a held arrow walks on, a held Enter opens once', () => {
  expect(pressed('ArrowDown', { repeat: true })).toBe('next')
  expect(pressed('Enter', { repeat: true })).toBeUndefined()
})

it('other keys, and keys with a modifier, are left to the browser', () => {
  expect(pressed('a')).toBeUndefined()
  expect(pressed('Escape')).toBeUndefined()
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)
    expect(pressed('ArrowDown', { [modifier]: true })).toBeUndefined()
})

/** An element in a row; `control`: it is one, or in one. */
const element = (control: boolean) => ({ closest: () => (control ? {} : null) })

it('a click on the text of a row is for the row', () => {
  const text = element(false)
  expect(isClickForRow(text, { contains: (one) => one === text }, '')).toBe(true)
})

it('a click is not for the row on a control, in what a control opened, or at the end of a selection', () => {
  const around = { contains: () => true }
  expect(isClickForRow(element(true), around, '')).toBe(false)
  expect(isClickForRow(element(false), { contains: () => false }, '')).toBe(false)
  expect(isClickForRow(element(false), around, 'copied text')).toBe(false)
})
