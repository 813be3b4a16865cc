// Throws of cubes on an empty table by Bullet alone: the scene, solver, steps and rule of rest that riotsim uses, in C++.
//
// Reads words from standard input, as benchmarks/engines/bullet.py writes them: the settings, each with its name, then
// throws; all in the engine's units (cm, g, s). Plays all throws `repeats` times. Writes how long each repeat took
// (seconds of processor time) and how many ticks it had, then for each throw its ticks and the poses in which its dice
// settled, with all their bits.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyMLCPConstraintSolver.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>
#include <btBulletDynamicsCommon.h>

namespace {

// What the engine is told, and when a throw is at rest: a new setting is a word here and one in settings.py.
#define SETTINGS(X)                                                                                                   \
    X(table_width) X(table_depth) X(table_thickness) X(table_friction) X(table_restitution)                            \
    X(size) X(mass) X(inertia) X(die_friction) X(die_restitution)                                                      \
    X(gravity) X(tick) X(firm) X(gentle) X(fast) X(iterations) X(cfm) X(least_bounce) X(fastest)                       \
    X(longest_step) X(hurled) X(share) X(limit) X(look_every) X(heed_every) X(calm)                                                          \
    X(rest_speed) X(rest_spin) X(rest_run) X(lean_run) X(flat) X(rocks) X(rocks_by) X(rocks_for)     \
    X(sleep) X(quite_flat) X(quite_still) X(apart) X(reach) X(repeats)

// Members, not a map: looking settings up by name would cost the throws a twentieth of their time.
struct Settings {
#define MEMBER(name) double name = 0;
    SETTINGS(MEMBER)
#undef MEMBER
};

// Reads settings up to the word `throws`; false if one is unknown, or missing.
bool read(Settings& given) {
    std::map<std::string, double*> places;
#define PLACE(name) places[#name] = &given.name;
    SETTINGS(PLACE)
#undef PLACE
    std::string name;
    while (std::cin >> name && name != "throws") {
        const auto place = places.find(name);
        if (place == places.end()) {
            std::fprintf(stderr, "there is no setting %s, or it is given twice\n", name.c_str());
            return false;
        }
        std::cin >> *place->second;
        places.erase(place);
    }
    for (const auto& missing : places) std::fprintf(stderr, "the setting %s is missing\n", missing.first.c_str());
    return places.empty();
}

struct Start {
    btVector3 at;
    btQuaternion turn;
    btVector3 velocity;
    btVector3 spin;
};

using Throw = std::vector<Start>;

btVector3 vector() {
    double x, y, z;
    std::cin >> x >> y >> z;
    return btVector3(x, y, z);
}

struct Body {
    std::unique_ptr<btMultiBody> body;
    std::unique_ptr<btMultiBodyLinkCollider> collider;
    // What the last look saw.
    double speed = 0, fastest = 0, spin = 0;
    btVector3 place;
    btQuaternion placed;
    int thereSince = 0, stillSince = -1;
    bool asleep = false;
};

double processorTime() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double angleBetween(const btQuaternion& a, const btQuaternion& b) {
    return 2 * std::acos(std::min(1.0, std::abs(double(a.dot(b)))));
}

// How far a cube is tilted from flat on its lowest face (rad).
double tilt(const btQuaternion& turn) {
    const btVector3 up = btMatrix3x3(turn).getRow(2);
    return std::acos(std::min(1.0, std::max({std::abs(double(up.x())), std::abs(double(up.y())), std::abs(double(up.z()))})));
}

// As many as pybullet makes room for.
const int MOST_BODIES = 65536;

class Table {
public:
    explicit Table(const Settings& given) : _given(given), _dispatcher(&_configuration), _broadphase(MOST_BODIES, &_pairs),
          _solver(&_dantzig), _world(&_dispatcher, &_broadphase, &_solver, &_configuration),
          _slab(btVector3(_given.table_width, _given.table_depth, _given.table_thickness) / 2),
          _cube(btVector3(1, 1, 1) * _given.size / 2) {
        _world.setForceUpdateAllAabbs(false);
        _world.setGravity(btVector3(0, 0, -_given.gravity));
        _world.getDispatchInfo().m_deterministicOverlappingPairs = true;
        btContactSolverInfo& info = _world.getSolverInfo();
        info.m_erp2 = _given.firm;
        info.m_frictionERP = 0.2;
        info.m_linearSlop = 0.00001;
        info.m_numIterations = int(_given.iterations);
        info.m_minimumSolverBatchSize = 1;
        info.m_warmstartingFactor = 0.1;
        info.m_leastSquaresResidualThreshold = 1e-7;
        info.m_globalCfm = _given.cfm;
        info.m_restitutionVelocityThreshold = _given.least_bounce;
        _slab.setMargin(0.001);
        _cube.setMargin(0.001);
        const btVector3 middle(_given.table_width / 2, _given.table_depth / 2, -_given.table_thickness / 2);
        _ground = enter(_slab, 0, btVector3(0, 0, 0), middle, btQuaternion::getIdentity());
        _ground.collider->setFriction(_given.table_friction);
        _ground.collider->setRestitution(_given.table_restitution);
    }

    ~Table() { leave(_ground); }

    // Throws the dice, and gives after how many ticks all were at rest.
    int play(const Throw& thrown) {
        for (const Start& start : thrown) {
            Body die = enter(_cube, _given.mass, btVector3(1, 1, 1) * _given.inertia, start.at, start.turn);
            die.collider->setFriction(_given.die_friction);
            die.collider->setRestitution(_given.die_restitution);
            die.body->setBaseVel(start.velocity);
            die.body->setBaseOmega(start.spin);
            die.speed = start.velocity.length();
            die.spin = start.spin.length();
            die.place = start.at;
            die.placed = start.turn;
            _dice.push_back(std::move(die));
        }
        const int limit = int(_given.limit), every = int(_given.look_every);
        int quiet = 0, tick = 0;
        int again = suit(0);
        while (tick < limit) {
            if (_substeps > 1)
                _world.stepSimulation(_given.tick, _substeps, _given.tick / _substeps);
            else
                _world.stepSimulation(_given.tick, 0);
            if (++tick % every == 0) {
                look();
                again = suit(tick);
                if (!still(tick)) {
                    quiet = 0;
                } else if ((quiet += every) >= _given.rest_run) {
                    bool flat = true;
                    for (const Body& die : _dice) flat = flat && tilt(turn(die)) <= _given.flat;
                    if (flat || quiet >= _given.lean_run) break;
                }
                if (_given.sleep) lull(tick);
            } else if (tick == again) {
                between();
            }
        }
        return tick;
    }

    // Writes where the dice are.
    void tell() const {
        for (const Body& die : _dice) {
            const btVector3& at = die.body->getBasePos();
            const btQuaternion as = turn(die);
            std::printf(" %a %a %a %a %a %a %a", at.x(), at.y(), at.z(), as.x(), as.y(), as.z(), as.w());
        }
    }

    void clear() {
        // The last first, as the broadphase gives out first what came back last, and orders pairs by these places.
        for (; !_dice.empty(); _dice.pop_back()) leave(_dice.back());
    }

private:
    static btQuaternion turn(const Body& body) { return body.body->getWorldToBaseRot().inverse(); }

    Body enter(btCollisionShape& shape, double mass, const btVector3& inertia, const btVector3& at, const btQuaternion& turn) {
        Body made;
        const bool fixed = mass == 0;
        made.body = std::make_unique<btMultiBody>(0, mass, inertia, fixed, false);
        made.body->setBaseWorldTransform(btTransform(turn, at));
        made.body->setLinearDamping(0);
        made.body->setAngularDamping(0);
        made.body->setMaxCoordinateVelocity(_given.fastest);
        made.body->finalizeMultiDof();
        made.collider = std::make_unique<btMultiBodyLinkCollider>(made.body.get(), -1);
        made.collider->setCollisionShape(&shape);
        made.collider->setWorldTransform(btTransform(turn, at));
        made.collider->setActivationState(_given.sleep ? ACTIVE_TAG : DISABLE_DEACTIVATION);
        made.body->setCanSleep(false);
        if (fixed) made.collider->setCollisionFlags(made.collider->getCollisionFlags() | btCollisionObject::CF_STATIC_OBJECT);
        const int filter = fixed ? btBroadphaseProxy::StaticFilter : btBroadphaseProxy::DefaultFilter;
        const int mask = btBroadphaseProxy::AllFilter ^ (fixed ? btBroadphaseProxy::StaticFilter : 0);
        _world.addCollisionObject(made.collider.get(), filter, mask);
        made.body->setBaseCollider(made.collider.get());
        _world.addMultiBody(made.body.get());
        return made;
    }

    void leave(Body& body) {
        _world.removeCollisionObject(body.collider.get());
        _world.removeMultiBody(body.body.get());
    }

    void look() {
        for (Body& die : _dice) {
            die.asleep = die.asleep && !die.body->isAwake();
            die.speed = die.body->getBaseVel().length();
            die.spin = die.body->getBaseOmega().length();
            die.fastest = std::max(die.fastest, die.speed);
            if (die.body->getBasePos().z() < 0) {
                std::fprintf(stderr, "a die has left the table: throw more gently\n");
                std::exit(1);
            }
        }
    }

    // Suits the steps to the speeds of the last look; gives when that has to be done anew before the next one, or -1.
    int suit(int tick) {
        double fastest = 0;
        for (const Body& die : _dice) fastest = std::max(fastest, die.speed);
        const double reach = (fastest + _given.gravity * _given.look_every * _given.tick) * _given.tick;
        const bool hurried = fastest > _given.calm || reach > longest();
        heed(fastest, hurried ? _given.heed_every : _given.look_every);
        return hurried ? tick + int(_given.heed_every) : -1;
    }

    // Suits them to the speeds as they are between two looks.
    void between() {
        double fastest = 0;
        for (Body& die : _dice) {
            const double speed = die.body->getBaseVel().length();
            fastest = std::max(fastest, speed);
            die.fastest = std::max(die.fastest, speed);
        }
        heed(fastest, _given.heed_every);
    }

    // As many steps a tick as the fastest die needs for so many ticks, and how much of an overlap each pushes apart.
    void heed(double fastest, double ticks) {
        _world.getSolverInfo().m_erp2 = fastest > _given.fast ? _given.gentle : _given.firm;
        const double reach = fastest + _given.gravity * ticks * _given.tick;
        _substeps = std::max(1, int(std::ceil(reach * _given.tick / longest())));
    }

    // How far any may move in one step.
    double longest() const {
        double least = _given.longest_step;
        for (const Body& die : _dice) {
            const double ever = std::max(die.speed, die.fastest), half = _given.size / 2;
            least = std::min(least, ever > _given.hurled ? _given.share * half : half);
        }
        return least;
    }

    // Whether each is slow, or has long been rocking in its place.
    bool still(int tick) {
        bool all = true;
        for (Body& die : _dice) {
            if (die.speed <= _given.rest_speed && die.spin <= _given.rest_spin) {
                if (die.stillSince < 0) die.stillSince = tick;
                continue;
            }
            const btVector3& here = die.body->getBasePos();
            if ((here - die.place).length() > _given.rocks || angleBetween(turn(die), die.placed) > _given.rocks_by) {
                die.place = here;
                die.placed = turn(die);
                die.thereSince = tick;
            }
            const bool keeps = tick - die.thereSince >= _given.rocks_for;
            if (!keeps) die.stillSince = -1;
            else if (die.stillSince < 0) die.stillSince = tick;
            all = all && keeps;
        }
        return all;
    }

    // Puts to sleep what lies flat and still with nothing near it.
    void lull(int tick) {
        for (Body& die : _dice) {
            if (die.asleep || die.stillSince < 0) continue;
            if (die.speed > _given.rest_speed || die.spin > _given.rest_spin) continue;
            const bool settled = tick - die.stillSince + _given.look_every >= _given.rest_run;
            if (!settled && die.speed > _given.quite_still) continue;
            if (tilt(turn(die)) > (settled ? _given.flat : _given.quite_flat)) continue;
            bool alone = true;
            for (const Body& other : _dice) alone = alone && (&other == &die || !near(die, other));
            if (!alone) continue;
            die.asleep = true;
            die.body->setCanSleep(true);
            die.body->goToSleep();
        }
    }

    bool near(const Body& a, const Body& b) const {
        const btVector3 between = (a.body->getBasePos() - b.body->getBasePos()).absolute();
        return between[between.maxAxis()] < 2 * _given.reach + _given.apart;
    }

    const Settings& _given;
    btDefaultCollisionConfiguration _configuration;
    btCollisionDispatcher _dispatcher;
    btHashedOverlappingPairCache _pairs;
    btSimpleBroadphase _broadphase;
    btDantzigSolver _dantzig;
    btMultiBodyMLCPConstraintSolver _solver;
    btMultiBodyDynamicsWorld _world;
    btBoxShape _slab, _cube;
    Body _ground;
    std::vector<Body> _dice;
    int _substeps = 1;
};

}  // namespace

int main() {
    Settings given;
    if (!read(given)) return 2;
    int count = 0, dice = 0;
    std::cin >> count >> dice;
    std::vector<Throw> throws(count);
    for (Throw& thrown : throws)
        for (int k = 0; k < dice; ++k) {
            Start start;
            start.at = vector();
            double x, y, z, w;
            std::cin >> x >> y >> z >> w;
            start.turn = btQuaternion(x, y, z, w);
            start.velocity = vector();
            start.spin = vector();
            thrown.push_back(start);
        }
    if (!std::cin) {
        std::fprintf(stderr, "the throws end too early\n");
        return 2;
    }
    Table table(given);
    const int repeats = int(given.repeats);
    for (int repeat = 0; repeat < repeats; ++repeat) {
        long ticks = 0;
        const double begun = processorTime();
        for (const Throw& thrown : throws) {
            ticks += table.play(thrown);
            table.clear();
        }
        std::printf("took %.9f %ld\n", processorTime() - begun, ticks);
        std::fflush(stdout);
    }
    for (const Throw& thrown : throws) {
        std::printf("settled %d", table.play(thrown));
        table.tell();
        std::printf("\n");
        table.clear();
    }
    return 0;
}
