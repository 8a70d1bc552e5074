import { CHANNEL_TYPES, MEETING_ROOT_ID } from '@backlot/contract/devices/constants'
import type { Channel } from '@backlot/contract/devices/entities'
import { useText } from '../../language/language.ts'
import { useMayTalk } from '../../session/use-may-talk.ts'
import { open } from '../open.ts'

type TalkNode = { id: number; sn?: string | undefined; chnList?: readonly Channel[] | undefined }
type TalkItem = { key: string; label: string; onClick: () => void }

/**
 * Entries of a menu for a node of the tree: intercom and listening for nodes with video or audio, the meeting for its
 * root. A device that cannot talk gets them too: the answer gives the reason.
 */
export function useTalkItems(): (node: TalkNode, channel?: Channel) => TalkItem[] {
  const t = useText('talk')
  const may = useMayTalk()
  return (node, channel) => {
    if (node.id === MEETING_ROOT_ID && node.sn === undefined) {
      return may.meetings
        ? [{ key: 'meeting', label: t('menu.meeting'), onClick: () => open({ kind: 'meeting' }) }]
        : []
    }
    const { sn } = node
    const meant = channel ? [channel] : (node.chnList ?? [])
    const talks = ({ type }: Channel) => type === CHANNEL_TYPES.video || type === CHANNEL_TYPES.audio
    if (!may.intercom || sn === undefined || !meant.some(talks)) return []
    // A device is meant as a whole: its first line that has both.
    const chnId = channel?.chnId
    const talk = (mode: 'intercom' | 'listen') => () =>
      open({ kind: 'talk', target: chnId === undefined ? { sn, mode } : { sn, chnId, mode } })
    return [
      { key: 'intercom', label: t('open.intercom'), onClick: talk('intercom') },
      { key: 'listen', label: t('open.listen'), onClick: talk('listen') },
    ]
  }
}
