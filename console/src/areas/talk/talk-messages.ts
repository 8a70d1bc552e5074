import { notify } from '../../components/notifications/notify.ts'
import { loadTexts, type TextKey, textOf } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'

/** Shows a message about talk, wherever the operator is; it replaces the previous one. */
export function sayTalk(
  key: TextKey<'talk'>,
  severity: 'error' | 'info' | 'warning' = 'error',
  values: Record<string, string | number> = {},
): void {
  loadTexts(['talk']).then(
    () => notify[severity]({ key: 'talk', kind: 'talk', content: textOf('talk')(key, values) }),
    (error: unknown) => noteProblem('talk texts', String(error)),
  )
}
