import { alarmTypes } from '@backlot/contract/alarms/calls'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Names of alarm types in the operator's language; a type whose name is unknown shows as it is. */
export function useTypeNames(): (type: string, subType?: string) => string {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['alarmTypes', language],
    queryFn: ({ signal }) => request(alarmTypes, { signal }),
    staleTime: 300_000,
  })
  const names = new Map(
    data?.list.map((node) => [node.key, language === 'en' ? node.nameEn || node.name : node.name]),
  )
  return (type, subType = '') => {
    const name = names.get(type) ?? type
    return subType === '' ? name : `${name} · ${names.get(`${type}-${subType}`) ?? subType}`
  }
}
