import { type CSSProperties, useState } from 'react'
import { SegmentedControl, Slider } from './choice.tsx'
import { Toaster } from './toaster.tsx'
import { TooltipLayer } from './tooltip-layer.tsx'
import { Controls } from './workshop/controls.tsx'
import { Feedback } from './workshop/feedback.tsx'
import { Lists } from './workshop/lists.tsx'
import { Overlays } from './workshop/overlays.tsx'
import { Typography } from './workshop/typography.tsx'
import './workshop/workshop.css'

const accents = ['orange', 'blue', 'green', 'purple', 'pink', 'red', 'yellow', 'gray'] as const

/** Every component in every state, light and dark side by side. For developers, so its words are not translated. */
export function Workshop() {
  const [accent, setAccent] = useState<(typeof accents)[number]>('orange')
  const [size, setSize] = useState(16)
  return (
    <main className="workshop" style={{ '--ui-text-size': `${size}px` } as CSSProperties}>
      <header className="workshop-head">
        <h1>Workshop</h1>
        <SegmentedControl
          label="Accent"
          value={accent}
          segments={accents.map((value) => ({ value, label: value, icon: <Dot accent={value} /> }))}
          onChange={setAccent}
          iconsOnly
        />
        <Slider
          label="Text size"
          value={size}
          min={12}
          max={22}
          valueText={`${size} px`}
          onChange={setSize}
        />
      </header>
      <div className="workshop-sides">
        <Side theme="light" accent={accent} />
        <Side theme="dark" accent={accent} />
      </div>
      <TooltipLayer />
      <Toaster label="Notifications" closeLabel="Close" />
    </main>
  )
}

const Dot = ({ accent }: { readonly accent: string }) => (
  <span className="workshop-dot" data-accent={accent} />
)

const Side = ({ theme, accent }: { readonly theme: 'light' | 'dark'; readonly accent: string }) => (
  <section className="workshop-side" data-theme={theme} data-accent={accent} aria-label={theme}>
    <Controls />
    <Lists />
    <Feedback />
    <Overlays theme={theme} accent={accent} />
    <Typography />
  </section>
)
