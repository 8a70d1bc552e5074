import { QueryClient } from '@tanstack/react-query'

/** Server data of the screens. Retries are the platform client's business. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000, gcTime: 300_000 },
    mutations: { retry: false },
  },
})
