/** Signing in. */
export function SignInScreen() {
  return <main />
}
