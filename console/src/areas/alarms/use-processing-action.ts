import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import { type TextKey, useText } from '../../language/language.ts'
import { processingName } from './alarm-rules.ts'
import { useMakesOrders } from './order-offer.ts'

/** Label for processing with a result: confirming makes a work order where one can be made. */
export function useProcessingAction(type: number | undefined): string {
  const t = useText('alarms')
  const makesOrder = useMakesOrders()
  if (type === undefined) return t('processing.process')
  if (type === PROCESSING_TYPES.sure) return t(makesOrder ? 'processing.confirmOrder' : 'processing.confirm')
  if (type === PROCESSING_TYPES.misjudgment) return t('processing.misjudge')
  return t('processing.processAs', { result: t(`processing.${processingName(type)}` as TextKey<'alarms'>) })
}
