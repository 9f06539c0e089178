"use client";

import { useQuery } from "@tanstack/react-query";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { DialogDone } from "@/components/ui/dialog-done";
import { useMessages } from "@/components/ui/messages";
import { type Member, memberLinkCreate, memberLoginEnd, memberLoginList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { logins } from "@/messages/compiled/logins";
import { LoginsTable } from "./logins-table";
import { SignInLink } from "./sign-in-link";

/** Where a member is signed in to this organization, for who may end it. */
export function MemberLogins({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useMessages(logins);
  const member_id = member.id;
  const reading = useQuery(operationQuery(memberLoginList, { member_id }));
  const end = useOperation(memberLoginEnd, {
    success: t("of_member_ended", { name: member.name }),
    failure: t("of_member_not_ended"),
    refreshOnFailure: true,
  });
  const link = useOperation(memberLinkCreate, { failure: t("no_link_made") });
  const found = reading.data?.items;
  if (link.data)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()}>
        <DialogContent
          title={t("link_made", { name: member.name })}
          description={t("link_made_description")}
          isShownOnce
        >
          <SignInLink url={link.data.sign_in_url} expires_at={link.data.sign_in_url_expires_at} />
          <DialogDone>{t("done")}</DialogDone>
        </DialogContent>
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("of_member", { name: member.name })}
        description={t("of_member_description")}
        className="max-w-3xl"
      >
        <LoginsTable
          label={t("of_member", { name: member.name })}
          rows={found}
          error={readProblem(t("unreadable"), reading)}
          busy={end.isPending}
          onEnd={({ id }) => end.mutate({ member_id, login_id: id })}
          empty={
            <div className="flex flex-wrap items-center justify-between gap-2 p-4 text-muted-foreground text-sm">
              <p>{t("nowhere")}</p>
              <Button size="sm" busy={link.isPending} onClick={() => link.mutate({ member_id })}>
                {t("make_link")}
              </Button>
            </div>
          }
        />
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t("done")}</Button>
          </DialogClose>
          <Button
            variant="danger"
            disabled={found === undefined || found.length === 0}
            busy={end.isPending}
            onClick={() => end.mutate({ member_id, login_id: null })}
          >
            {t("end_all")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
