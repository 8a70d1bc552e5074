import type { Alarm } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { dialogs } from '../../components/dialog-bridge.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { BatchResults } from './batch-results.tsx'
import { readNow } from './process-alarms.ts'

/**
 * Marks several alarms as read and shows the results: in a line, or row by row where some failed. Answers whether all
 * succeeded.
 */
export async function readBatch(alarms: readonly Alarm[]): Promise<boolean> {
  try {
    const results = await readNow(alarms)
    await loadTexts(['alarmDetail'])
    const t = textOf('alarmDetail')
    if (results.every(({ code }) => code === CODES.ok)) {
      notify.success(t('batch.all', { count: results.length }))
      return true
    }
    dialogs().info({
      title: t('batch.readTitle'),
      width: 560,
      icon: null,
      okText: t('batch.close'),
      content: <BatchResults alarms={alarms} results={results} />,
    })
  } catch (error) {
    notify.error(errorText(error))
  }
  return false
}
