import { useUnit } from 'effector-react'
import { useState } from 'react'
import { sampleFeeds } from '../../contract/samples.ts'
import { AddIcon, FeedIcon, ImportIcon, PlayIcon, useTranslation } from '../../ui/index.ts'
import { FollowForm, FollowSearch, type FoundFeed } from '../follow/index.ts'
import { ImportFeeds } from '../import/index.ts'
import { $importFormats } from '../registry.ts'
import { FeedChooser } from './feed-chooser.tsx'
import { packsFor, type Pack } from './packs.ts'

const ways = [
  { id: 'import', icon: <ImportIcon />, title: 'firstRun.wayImport', description: 'firstRun.wayImportWords' },
  { id: 'packs', icon: <FeedIcon />, title: 'firstRun.wayPacks', description: 'firstRun.wayPacksWords' },
  {
    id: 'samples',
    icon: <PlayIcon />,
    title: 'firstRun.waySamples',
    description: 'firstRun.waySamplesWords',
  },
  { id: 'address', icon: <AddIcon />, title: 'firstRun.wayAddress', description: 'firstRun.wayAddressWords' },
] as const
export type Way = (typeof ways)[number]['id']

/** The ways that there are: feeds are imported only where there is a format for it. */
export const useWays = () => {
  const canImport = useUnit($importFormats).length > 0
  return ways.filter(({ id }) => id !== 'import' || canImport)
}

const samples: readonly Pack[] = [{ topic: 'samples', feeds: sampleFeeds }]

/** The content of one of the four ways. */
export function WayPanel({ way, onDone }: { readonly way: Way; readonly onDone: () => void }) {
  const { t, i18n } = useTranslation('app')
  if (way === 'import') return <ImportFeeds onDone={onDone} />
  if (way === 'packs')
    return <FeedChooser packs={packsFor(i18n.language)} nameOf={({ topic }) => t(`packs.${topic}`)} />
  if (way === 'samples') return <FeedChooser packs={samples} nameOf={() => t('discover.samples')} isChosen />
  return <ByAddress />
}

/** The two steps of the follow dialog, inline. */
function ByAddress() {
  const [written, setWritten] = useState('')
  const [chosen, setChosen] = useState<FoundFeed | null>(null)
  const back = () => setChosen(null)
  if (!chosen) return <FollowSearch written={written} onWrite={setWritten} onChoose={setChosen} />
  const again = () => {
    setWritten('')
    back()
  }
  return <FollowForm chosen={chosen} view={0} onBack={back} onClose={again} />
}
