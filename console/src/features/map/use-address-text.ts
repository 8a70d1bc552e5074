import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../language/language.ts'
import { addressAt } from './geocode.ts'

/** A fixed device moves a few metres in its addresses' eyes at most: one look-up per ten metres or so. */
const ADDRESS_DIGITS = 4

/** The address at a position, or a substitute while and where there is none; undefined without a position. */
export function useAddressText(position: { longitude?: number; latitude?: number }): string | undefined {
  const t = useText('map')
  const language = useLanguage()
  const longitude = Number((position.longitude ?? 0).toFixed(ADDRESS_DIGITS))
  const latitude = Number((position.latitude ?? 0).toFixed(ADDRESS_DIGITS))
  const address = useQuery({
    queryKey: ['map', 'address', longitude, latitude],
    queryFn: async ({ signal }) => (await addressAt([longitude, latitude], signal)) ?? null,
    enabled: longitude !== 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  })
  if (longitude === 0) return undefined
  return address.isPending ? t('addressSearching') : (address.data?.[language] ?? t('addressNone'))
}
