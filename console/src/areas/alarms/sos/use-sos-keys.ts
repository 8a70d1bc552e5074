import { useEffect, useRef } from 'react'
import { silenceAlarms } from '../../../features/alarms/alarm-sound.ts'
import { answerCase } from './sos-actions.ts'
import { type SosCase, statusOf } from './sos-cases.ts'
import type { SosChoices, SosRights } from './sos-choices.ts'
import { foldSos, selectCase, useSos } from './sos-store.ts'

/** Where letters are typed. */
const TYPED_IN = 'input, textarea, [role="combobox"], [contenteditable="true"]'

/**
 * A answers, D dispatches the nearest unit, N moves to the next: wherever the focus is, except in inputs. Esc closes
 * the card from inside it.
 */
export function useSosKeys(
  one: SosCase,
  rights: SosRights,
  choices: SosChoices,
  dispatch: (() => void) | undefined,
): void {
  const now = useRef({ one, rights, choices, dispatch })
  useEffect(() => {
    now.current = { one, rights, choices, dispatch }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (event.target instanceof HTMLElement && event.target.closest(TYPED_IN)) return
      const action = actionsOf(now.current)[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      silenceAlarms()
      action()
    }
    // Before any dialog that keeps keys for itself.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
}

/** Action of each key on the shown case. */
function actionsOf(now: {
  one: SosCase
  rights: SosRights
  choices: SosChoices
  dispatch: (() => void) | undefined
}): Readonly<Record<string, (() => void) | undefined>> {
  const { one, rights, choices, dispatch } = now
  const { kind } = statusOf(one, useSos.getState().viewer)
  return {
    a: choices.answer ? () => void answerCase(one, rights) : undefined,
    d: kind === 'handled' ? undefined : dispatch,
    n: () => {
      selectCase()
      document.querySelector<HTMLElement>('.sos-card')?.focus()
    },
    // Elsewhere Esc belongs to the focused element.
    escape: document.activeElement?.closest('.sos-card') ? () => foldSos(true) : undefined,
  }
}
