import { ALARM_TONES, type AlarmTone, DEFAULT_LEVEL_TONES } from '@backlot/contract/alarm-types/entities'
import { alarmTypes } from '@backlot/contract/alarms/calls'
import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentLanguage, useLanguage } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** The alarm type tree, indexed. */
export type AlarmTypes = {
  tops: readonly AlarmTypeNode[]
  subTypesOf(type: string): readonly AlarmTypeNode[]
  /** Name of a type, with its sub-type when there is one; unknown types show as they are. */
  nameOf(type: string, subType?: string): string
  /** 1 critical to 4 notice; 3 when the platform has none. */
  levelOf(type: string, subType?: string): 1 | 2 | 3 | 4
  /** '#rrggbb' of a type, when the platform has one; else its level has the console's own colour. */
  colourOf(type: string, subType?: string): string | undefined
  /** Sound of its alarms: as the platform sets it, else that of its level. */
  toneOf(type: string, subType?: string): AlarmTone
}

const ORDINARY_LEVEL = 3

export function indexAlarmTypes(list: readonly AlarmTypeNode[], language: 'zh' | 'en'): AlarmTypes {
  const byKey = new Map(list.map((node) => [node.key, node]))
  const name = (node: AlarmTypeNode) => (language === 'en' ? node.nameEn || node.name : node.name)
  const subNode = (type: string, subType: string) => byKey.get(`${type}-${subType}`)
  const nodeOf = (type: string, subType: string) => subNode(type, subType) ?? byKey.get(type)
  const levelOf = (type: string, subType = '') =>
    (subNode(type, subType)?.level ?? byKey.get(type)?.level ?? ORDINARY_LEVEL) as 1 | 2 | 3 | 4
  return {
    tops: list.filter((node) => node.nodeType === 0),
    subTypesOf: (type) => list.filter((node) => node.nodeType === 1 && node.parentType === type),
    nameOf(type, subType = '') {
      const top = byKey.get(type)
      const topName = top ? name(top) : type
      if (subType === '') return topName
      const sub = subNode(type, subType)
      return `${topName} · ${sub ? name(sub) : subType}`
    },
    levelOf,
    colourOf: (type, subType = '') => nodeOf(type, subType)?.colour,
    toneOf(type, subType = '') {
      const said = nodeOf(type, subType)?.tone
      return ALARM_TONES.find((tone) => tone === said) ?? DEFAULT_LEVEL_TONES[levelOf(type, subType)]
    },
  }
}

/** Alarm types in the operator's language; empty until the platform answered. */
export function useAlarmTypes(): AlarmTypes {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['alarmTypes', language],
    queryFn: ({ signal }) => request(alarmTypes, { signal }),
    staleTime: 300_000,
  })
  return useMemo(() => indexAlarmTypes(data?.list ?? [], currentLanguage()), [data])
}
