import { useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Checkbox, SegmentedControl, Slider, Switch } from '../choice.tsx'
import { PasswordField, Select, TextArea, TextField } from '../field.tsx'
import {
  AddIcon,
  DarkIcon,
  DeleteIcon,
  LightIcon,
  RefreshIcon,
  SearchIcon,
  StarIcon,
  SystemIcon,
} from '../icons.ts'
import { Kbd } from '../kbd.tsx'
import { Part } from './part.tsx'

export const Controls = () => (
  <>
    <Buttons />
    <Keys />
    <Fields />
    <Choices />
  </>
)

const Buttons = () => {
  const [starred, setStarred] = useState(true)
  return (
    <Part title="Buttons">
      <div className="workshop-line">
        <Button variant="primary" icon={<AddIcon />}>
          Follow
        </Button>
        <Button icon={<RefreshIcon />} keys="r" tooltip="Fetch new entries">
          Refresh
        </Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger" icon={<DeleteIcon />}>
          Unfollow
        </Button>
      </div>
      <div className="workshop-line">
        <Button variant="primary" keys="$mod+Enter" showKeys>
          Import
        </Button>
        <Button disabled>Disabled</Button>
        <Button busy>Working</Button>
        <Button variant="primary" busy>
          Working
        </Button>
        <Button size="small">Small</Button>
        <Button size="small" variant="quiet" keys="u" showKeys>
          Undo
        </Button>
      </div>
      <div className="workshop-line">
        <IconButton
          label="Star"
          icon={<StarIcon data-fill="" />}
          keys="s"
          pressed={starred}
          onClick={() => setStarred(!starred)}
        />
        <IconButton label="Fetch new entries" icon={<RefreshIcon />} keys="r" />
        <IconButton label="Search" icon={<SearchIcon />} variant="plain" />
        <IconButton label="Delete" icon={<DeleteIcon />} disabled />
        <IconButton label="Working" icon={<RefreshIcon />} busy />
        <IconButton label="Add" icon={<AddIcon />} size="small" />
      </div>
    </Part>
  )
}

const Keys = () => (
  <Part title="Keys">
    <div className="workshop-line">
      <Kbd keys="$mod+Shift+A" platform="mac" />
      <Kbd keys="$mod+Shift+A" platform="other" />
      <Kbd keys="g t" />
      <Kbd keys="K, ArrowUp" all />
      <Kbd keys="Escape" />
      <Kbd keys="?" />
      <Kbd keys="$mod+K" plain />
    </div>
  </Part>
)

const Fields = () => {
  const [view, setView] = useState('articles')
  return (
    <Part title="Fields">
      <div className="workshop-fields">
        <TextField
          label="Address"
          placeholder="https://example.com/feed"
          hint="A site, a feed or words to search for."
        />
        <TextField
          label="Search"
          hideLabel
          type="search"
          placeholder="Search"
          icon={<SearchIcon />}
          trailing={<Kbd keys="/" />}
        />
        <TextField
          label="E-mail"
          defaultValue="ada@example"
          error="This does not look like an e-mail address."
        />
        <PasswordField
          label="Password"
          defaultValue="correct horse"
          revealLabel="Show the password"
          concealLabel="Hide the password"
        />
        <Select
          label="View"
          value={view}
          choices={[
            { value: 'articles', label: 'Articles' },
            { value: 'pictures', label: 'Pictures' },
            { value: 'videos', label: 'Videos' },
          ]}
          onChange={setView}
        />
        <TextField label="Disabled" defaultValue="Not to be changed" disabled />
        <TextArea label="Custom CSS" code defaultValue={'.ui-prose {\n  hyphens: auto;\n}'} />
      </div>
    </Part>
  )
}

const Choices = () => {
  const [on, setOn] = useState(true)
  const [theme, setTheme] = useState<'system' | 'light' | 'dark'>('system')
  const [size, setSize] = useState(16)
  return (
    <Part title="Choices">
      <div className="workshop-fields">
        <div>
          <Switch label="Unread only" hint="Hide what has been read." checked={on} onChange={setOn} />
          <Switch label="Dim what is read" checked={!on} onChange={(next) => setOn(!next)} />
          <Switch label="Not available here" checked={false} disabled onChange={setOn} />
        </div>
        <div>
          <Checkbox label="Follow privately" hint="Nobody else sees it." checked={on} onChange={setOn} />
          <Checkbox label="All feeds" checked={false} mixed onChange={setOn} />
          <Checkbox label="Not chosen" checked={!on} onChange={(next) => setOn(!next)} />
        </div>
        <SegmentedControl
          label="Theme"
          value={theme}
          segments={[
            { value: 'system', label: 'System', icon: <SystemIcon /> },
            { value: 'light', label: 'Light', icon: <LightIcon /> },
            { value: 'dark', label: 'Dark', icon: <DarkIcon /> },
          ]}
          onChange={setTheme}
        />
        <Slider
          label="Content size"
          value={size}
          min={12}
          max={24}
          valueText={`${size} px`}
          onChange={setSize}
        />
      </div>
    </Part>
  )
}
