import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { createHashRouter, Outlet, RouterProvider } from 'react-router-dom'
import { MissingChunks } from '../components/failure/missing-chunks.tsx'
import { PageFailed } from '../components/failure/page-failed.tsx'
import { paintPage, platformColour } from '../components/theme/theme.ts'
import { useThemeMode } from '../components/theme/use-theme-mode.ts'
import { useSession } from '../session/session-store.ts'
import { PageLoading } from './page-loading.tsx'
import { pressOnce } from './press-once.ts'
import { registerServiceWorker } from './service-worker.ts'

const loadShell = () => import('./shell.tsx')
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))
const SignInScreen = lazy(async () => ({
  default: (await import('../areas/session/sign-in-screen.tsx')).SignInScreen,
}))

/** While the operator types, the shell's code is fetched. */
const PREFETCH_SHELL_MS = 1500

const router = createHashRouter([
  {
    element: (
      <Suspense
        fallback={
          <>
            <MissingChunks />
            <PageLoading />
          </>
        }
      >
        <Outlet />
      </Suspense>
    ),
    errorElement: <PageFailed />,
    children: [
      { path: '/login', element: <SignInScreen /> },
      { path: '*', element: <Shell /> },
    ],
  },
])

/** The two halves of the console: the sign-in page, kept small, and the shell with everything else. */
export function App() {
  const [mode] = useThemeMode()
  const colour = platformColour(useSession((session) => session.userInfo?.theme))
  useLayoutEffect(() => paintPage(mode, colour), [mode, colour])
  useEffect(() => {
    const timer = setTimeout(loadShell, PREFETCH_SHELL_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(pressOnce, [])
  useEffect(registerServiceWorker, [])
  // Addresses take effect at once: two filters set one after the other must not be built on the same old address.
  return <RouterProvider router={router} useTransitions={false} />
}
