import { shown } from '../../components/message-bridge.tsx'
import { loadTexts, type TextKey, textOf } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'

/** Shows a message about talk, wherever the operator is; it replaces the previous one. */
export function sayTalk(
  key: TextKey<'talk'>,
  kind: 'error' | 'info' | 'warning' = 'error',
  values: Record<string, string | number> = {},
): void {
  loadTexts(['talk']).then(
    () =>
      shown().message.open({ key: 'talk', type: kind, content: textOf('talk')(key, values), duration: 5 }),
    (error: unknown) => noteProblem('talk texts', String(error)),
  )
}
