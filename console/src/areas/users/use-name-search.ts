import { useTableUrl } from '../../parts/table-screen/table-url.ts'

/** Part of a name that the URL holds, as filter of a list. */
export function useNameSearch(): { name: string | undefined; setName: (name: string) => void } {
  const url = useTableUrl()
  return { name: url.get('name'), setName: (name) => url.setFilters({ name: name.trim() }) }
}
