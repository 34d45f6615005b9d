import { useState } from 'react'
import { FollowForm, FollowSearch, type FoundFeed } from '../follow/index.ts'

type ByAddressProps = {
  readonly chosen: FoundFeed | null
  readonly onChoose: (feed: FoundFeed) => void
  readonly onFollowed: () => void
}

/** The two steps of the follow dialog, inline. */
export function ByAddress({ chosen, onChoose, onFollowed }: ByAddressProps) {
  const [written, setWritten] = useState('')
  if (!chosen) return <FollowSearch written={written} onWrite={setWritten} onChoose={onChoose} />
  return <FollowForm chosen={chosen} view={0} onClose={onFollowed} />
}
