import { useState } from 'react'

type State<T> = { readonly busy: boolean; readonly data: T | null; readonly error: unknown }

/** A request that a button sends: its last result or error, and whether it is under way. */
export function useRequest<T, A extends readonly unknown[]>(
  send: (...args: A) => Promise<T>,
): State<T> & { readonly run: (...args: A) => Promise<void> } {
  const [state, setState] = useState<State<T>>({ busy: false, data: null, error: null })
  const run = async (...args: A) => {
    if (state.busy) return
    setState({ ...state, busy: true })
    try {
      setState({ busy: false, data: await send(...args), error: null })
    } catch (error) {
      setState({ busy: false, data: state.data, error })
    }
  }
  return { ...state, run }
}
