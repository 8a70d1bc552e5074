import type { Alarm } from '@backlot/contract/alarms/entities'
import { useCallback } from 'react'
import { create } from 'zustand'
import { alarmKey } from '../../features/alarms/alarm-key.ts'

/** Unsent entries of an operator for an alarm. */
type ProcessingDraft = {
  content?: string
  /** The chosen result, and the processing that it was chosen on. */
  choice?: { type: number; on: string }
}

const useDrafts = create<Readonly<Record<string, ProcessingDraft>>>(() => ({}))

/** A processing of an alarm: another one has another mark. */
export const processingMark = ({ processingType, processingId, processingTime }: Alarm): string =>
  `${processingType} ${processingId} ${processingTime}`

/**
 * The draft of an alarm: it outlives updates of the alarm, and the dialog, until it is sent. A result that was chosen
 * before somebody else processed the alarm is discarded; text never is.
 */
export function useProcessingDraft(alarm: Alarm) {
  const key = alarmKey(alarm)
  const draft = useDrafts((drafts) => drafts[key])
  const change = useCallback((more: ProcessingDraft) => changeDraft(key, more), [key])
  return { ...readDraft(alarm, draft), change }
}

/** Values of the form: the draft, else the alarm's. No choice for an alarm without a result. */
export function readDraft(alarm: Alarm, draft: ProcessingDraft | undefined) {
  const chosen = draft?.choice?.on === processingMark(alarm) ? draft.choice.type : undefined
  const content = draft?.content ?? alarm.processingContent
  return {
    type: chosen ?? alarm.processingType ?? undefined,
    content,
    /** Words that the platform does not have. */
    unsent: content !== alarm.processingContent,
  }
}

export function changeDraft(key: string, more: ProcessingDraft): void {
  useDrafts.setState((drafts) => ({ [key]: { ...drafts[key], ...more } }))
}

export function dropDraft(alarm: Alarm): void {
  useDrafts.setState(({ [alarmKey(alarm)]: _sent, ...others }) => others, true)
}

/** Discards the entries of the account that signs out. */
export function dropDrafts(): void {
  useDrafts.setState({}, true)
}
