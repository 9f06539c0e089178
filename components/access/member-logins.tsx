"use client";

import { useQuery } from "@tanstack/react-query";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { type Member, memberLoginEnd, memberLoginList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { LoginsTable } from "./logins-table";

/** Where a member is signed in to this organization, for who may end it. */
export function MemberLogins({ member, onClose }: { member: Member; onClose: () => void }) {
  const member_id = member.id;
  const reading = useQuery(operationQuery(memberLoginList, { member_id }));
  const end = useOperation(memberLoginEnd, {
    success: `${member.name} is signed out there`,
    failure: "The member could not be signed out",
    refreshOnFailure: true,
  });
  const logins = reading.data?.items;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Sign-ins of ${member.name}`}
        description="Signing out here ends access to this organization only; the person's other organizations are not affected."
        className="max-w-3xl"
      >
        <LoginsTable
          label={`Sign-ins of ${member.name}`}
          rows={logins}
          error={readProblem("The sign-ins", reading)}
          busy={end.isPending}
          onEnd={({ id }) => end.mutate({ member_id, login_id: id })}
          empty={<p className="p-4 text-muted-foreground text-sm">Not signed in anywhere.</p>}
        />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
          <Button
            variant="danger"
            disabled={logins === undefined || logins.length === 0}
            busy={end.isPending}
            onClick={() => end.mutate({ member_id, login_id: null })}
          >
            Sign out everywhere
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
