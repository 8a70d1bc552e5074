import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { createHashRouter, Outlet, RouterProvider } from 'react-router-dom'
import { MissingParts } from './missing-parts.tsx'
import { PageFailed } from './page-failed.tsx'
import { PageLoading } from './page-loading.tsx'
import { pressOnce } from './press-once.ts'
import { useSession } from './session-store.ts'
import { paintPage, platformColour } from './theme.ts'
import { useThemeMode } from './use-theme-mode.ts'

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
            <MissingParts />
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
  // Addresses take effect at once: two filters set one after the other must not be built on the same old address.
  return <RouterProvider router={router} useTransitions={false} />
}
