import { Button } from '../button.tsx'
import { AddIcon, ArticleIcon, NewerIcon, OfflineIcon, SuccessIcon, WarningIcon } from '../icons.ts'
import { Kbd } from '../kbd.tsx'
import { Notice, Pill } from '../notice.tsx'
import { Progress } from '../progress.tsx'
import { Skeleton, SkeletonText } from '../skeleton.tsx'
import { Spinner } from '../spinner.tsx'
import { EmptyState, ErrorState } from '../state.tsx'
import { Part } from './part.tsx'

export const Feedback = () => (
  <>
    <Part title="Notices">
      <Notice icon={<OfflineIcon />}>You are offline. What you do is kept and sent later.</Notice>
      <Notice tone="accent" icon={<NewerIcon />} actions={<Button size="small">Show</Button>}>
        12 new entries
      </Notice>
      <Notice tone="warning" icon={<WarningIcon />} dismissLabel="Dismiss" onDismiss={() => {}}>
        This browser keeps nothing: what you see is gone when the page closes.
      </Notice>
      <Notice tone="danger" icon={<WarningIcon />}>
        The server cannot be reached.
      </Notice>
      <Notice tone="success" icon={<SuccessIcon />}>
        40 feeds imported.
      </Notice>
      <div className="workshop-line">
        <Pill icon={<NewerIcon />}>12 new entries</Pill>
      </div>
    </Part>
    <Part title="Waiting">
      <div className="workshop-line">
        <Spinner />
        <Spinner size="medium" />
        <Spinner size="large" label="Loading" />
      </div>
      <Progress label="Importing feeds" value={0.3} detail="12 of 40" />
      <Progress label="Loading" />
      <div aria-busy="true">
        <Skeleton width="55%" height="1.25rem" />
        <SkeletonText lines={3} />
      </div>
    </Part>
    <Part title="Nothing and failure">
      <div className="workshop-box">
        <EmptyState
          icon={<ArticleIcon />}
          title="All read"
          description="There is nothing new in Articles. New entries appear here as they come."
          actions={
            <>
              <Button variant="primary" icon={<AddIcon />}>
                Follow something
              </Button>
              <Button>Show all</Button>
            </>
          }
          hint={
            <>
              <Kbd keys="u" /> shows what has been read
            </>
          }
        />
      </div>
      <div className="workshop-box">
        <ErrorState
          title="This feed cannot be read"
          description="The site answered, but with a page instead of a feed. It is tried again in an hour."
          detail="406 Not Acceptable · text/html · https://example.com/feed.xml"
          actions={<Button>Try again</Button>}
        />
      </div>
    </Part>
  </>
)
