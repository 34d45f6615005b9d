import { useState, type ReactNode } from 'react'
import { ProofDialog, type ProvenCall } from './proof-dialog.tsx'
import { proofNeedOf, type ProofNeed } from './proof-need.ts'

/**
 * For calls that could give the account away: made without a proof at first, and again with the one that the server names.
 * @returns `prove` rejects with failures that no proof mends; `confirmPassword` is for calls that need the password in any
 * case; `dialog` belongs somewhere into the screen
 */
export function useProof(): {
  readonly prove: (call: ProvenCall) => Promise<void>
  readonly confirmPassword: (call: (proof: { readonly password: string }) => Promise<void>) => void
  readonly dialog: ReactNode
} {
  const [open, setOpen] = useState<{ readonly need: ProofNeed; readonly call: ProvenCall } | null>(null)
  const prove = async (call: ProvenCall) => {
    try {
      await call({})
    } catch (failure) {
      const need = proofNeedOf(failure)
      if (!need) throw failure
      setOpen({ need, call })
    }
  }
  const confirmPassword = (call: (proof: { readonly password: string }) => Promise<void>) =>
    setOpen({
      need: { kind: 'password', isWrong: false },
      call: ({ password = '' }) => call({ password }),
    })
  const dialog = open && <ProofDialog {...open} onClose={() => setOpen(null)} />
  return { prove, confirmPassword, dialog }
}
