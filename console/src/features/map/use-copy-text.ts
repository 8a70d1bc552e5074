import { copyText } from '../../components/copy-text.ts'
import { message } from '../../components/messages/message.ts'
import { useText } from '../../language/language.ts'

/** Copies coordinates and reports the result (stated). */
export function useCopyText(): (text: string) => Promise<void> {
  const t = useText('map')
  return async (text) => {
    if (await copyText(text)) message.success(t('copied'))
    else message.error(t('copyFailed'))
  }
}
