import { copyText } from '../../components/copy-text.ts'
import { notify } from '../../components/notifications/notify.ts'
import { useText } from '../../language/language.ts'

/** Copies coordinates and reports the result (stated). */
export function useCopyText(): (text: string) => Promise<void> {
  const t = useText('map')
  return async (text) => {
    if (await copyText(text)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }
}
