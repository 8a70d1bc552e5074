import { Component, type ReactNode } from 'react'
import { noteProblem } from '../../platform/diagnostics.ts'

type Props = { children: ReactNode; fallback: (again: () => void, error: unknown) => ReactNode }

/** Keeps a screen's failure on that screen; the details are in diagnostics. */
export class ErrorBoundary extends Component<Props, { failure: { error: unknown } | undefined }> {
  override state: { failure: { error: unknown } | undefined } = { failure: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch(error: Error) {
    noteProblem('screen', `${error.name}: ${error.message}`)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.fallback(() => this.setState({ failure: undefined }), failure.error)
  }
}
